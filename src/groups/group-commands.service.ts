import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import type { OutletId } from '../common/ids.js';
import { OutletCommandsService, type OutletCommand } from '../outlets/outlet-commands.service.js';
import { PowerCyclesService } from '../switching/power-cycles.service.js';
import type { GroupEntity } from './group.entity.js';
import { GroupOutletsService } from './group-outlets.service.js';
import { auditObjectOf } from './group.store.js';
import { progressOf, stepsForOn, stepsForReboot, type SequenceProgress } from './sequence.js';

/** Switches groups: off at once, on one after another. */
@Injectable()
export class GroupCommandsService {
  constructor(
    private readonly groupOutlets: GroupOutletsService,
    private readonly outlets: OutletCommandsService,
    private readonly cycles: PowerCyclesService,
    private readonly audit: AuditLogService,
  ) {}

  /** Throws GROUP_EMPTY or OUTLET_NOT_SWITCHABLE. */
  assertSwitchable(group: GroupEntity): void {
    const members = this.groupOutlets.membersOf(group);
    if (members.length === 0) throw new ApiError('GROUP_EMPTY', group.name);
    for (const outlet of members) this.outlets.assertSwitchable(outlet);
  }

  /**
   * Carries a command out, inside the command queue. Ends what the group's outlets were about to do and wins; an
   * outlet that has left the group meanwhile keeps its step, so that no edit leaves it dark.
   * Throws OUTLET_PROTECTED before anything moves. Throws RELAY_FAULT or HARDWARE_SILENT; the other outlets are switched all the same.
   */
  async carryOut(group: GroupEntity, command: OutletCommand, cause: Cause): Promise<void> {
    this.assertSwitchable(group);
    const outlets = this.groupOutlets.membersOf(group);
    this.outlets.assertAllowed(outlets, command, cause);
    const auditRecord = {
      kind: 'group.switch',
      object: auditObjectOf(group),
      cause,
      after: { state: command, outlets: idsOf(outlets) },
    };
    if (command === 'OFF') {
      await this.audit.tryToRecord(auditRecord);
      return this.outlets.carryOut(outlets, 'OFF', cause);
    }
    const recordAudit = () => this.audit.record(auditRecord);
    const sequence = { name: auditObjectOf(group), relays: idsOf(outlets), delay: group.delay, cause };
    if (command === 'ON') {
      const steps = (isOn: (outlet: OutletId) => boolean) => stepsForOn(sequence.relays, group.delay, isOn);
      return this.cycles.turnOnStaggered({ ...sequence, steps }, recordAudit);
    }
    const offSeconds = new Map(outlets.map((outlet) => [outlet.id, this.outlets.offSeconds(outlet)]));
    const steps = () => stepsForReboot(sequence.relays, group.delay, (outlet) => offSeconds.get(outlet) ?? 0);
    return this.cycles.rebootStaggered({ ...sequence, steps }, recordAudit);
  }

  /** True while a reboot of the group runs: while one of its outlets waits for its step in it. */
  isRebooting(group: GroupEntity): boolean {
    return group.outlets.some((outlet) => this.#pendingStepOf(group, outlet)?.isReboot);
  }

  /** Where the group's sequence stands for these outlets of it; undefined while none of them waits. */
  progress(group: GroupEntity, outlets: readonly OutletModel[]): SequenceProgress | undefined {
    return progressOf(outlets.map(({ id }) => this.#pendingStepOf(group, id)?.left));
  }

  #pendingStepOf(group: GroupEntity, outlet: OutletId) {
    const step = this.cycles.pendingStepOf(outlet);
    return step?.sequence === auditObjectOf(group) ? step : undefined;
  }
}

const idsOf = (outlets: readonly OutletModel[]): OutletId[] => outlets.map(({ id }) => id);
