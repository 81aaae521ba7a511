import { Injectable } from '@nestjs/common';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import type { OutletId } from '../common/ids.js';
import { OutletCommandsService, type OutletCommand } from '../outlets/outlet-commands.service.js';
import type { RelayCommands } from '../switching/relay-commands.js';
import { SwitchingService } from '../switching/switching.service.js';
import type { GroupEntity } from './group.entity.js';
import { GroupOutletsService } from './group-outlets.service.js';
import { auditObjectOf } from './group.store.js';
import { progressOf, stepsForOn, stepsForReboot, type SequenceProgress } from '../switching/sequence.js';

/** Switches groups: off at once, on one after another. */
@Injectable()
export class GroupCommandsService {
  constructor(
    private readonly groupOutlets: GroupOutletsService,
    private readonly outlets: OutletCommandsService,
    private readonly switching: SwitchingService,
  ) {}

  /**
   * Carries a command out. Ends what the group's outlets were about to do and wins; an outlet that has left the group
   * meanwhile keeps its step, so that no edit leaves it dark. A reboot requested again while it runs (a client that lost
   * the answer) goes on as it was.
   * Throws GROUP_EMPTY, OUTLET_NOT_SWITCHABLE or OUTLET_PROTECTED before anything moves. Throws RELAY_FAULT or
   * HARDWARE_SILENT; the other outlets are switched all the same.
   *
   * @param before the group before the change that is about to be stored
   */
  async carryOut(
    relays: RelayCommands,
    before: GroupEntity,
    group: GroupEntity,
    command: OutletCommand,
    cause: Cause,
  ): Promise<void> {
    const outlets = this.#switchable(group);
    if (command === 'REBOOT' && before.outlets === group.outlets && this.isRebooting(group)) return;
    const ids = outlets.map(({ id }) => id);
    const name = auditObjectOf(group);
    const auditRecord = { kind: 'group.switch', object: name, cause, after: { state: command, outlets: ids } };
    if (command === 'OFF') {
      const changes = ids.map((id) => ({ id, state: command }));
      return relays.switch(changes, cause, auditRecord);
    }
    const sequence = { name, relays: ids, delay: group.delay, cause, auditRecord };
    if (command === 'ON') {
      const steps = (isOn: (outlet: OutletId) => boolean) => stepsForOn(ids, group.delay, isOn);
      return relays.turnOnStaggered({ ...sequence, steps });
    }
    const offSeconds = new Map(outlets.map((outlet) => [outlet.id, this.outlets.offSeconds(outlet)]));
    const steps = () => stepsForReboot(ids, group.delay, (outlet) => offSeconds.get(outlet) ?? 0);
    return relays.rebootStaggered({ ...sequence, steps });
  }

  /** True while a reboot of the group runs: while one of its outlets waits for its step in it. */
  isRebooting(group: GroupEntity): boolean {
    return group.outlets.some((outlet) => this.#pendingStepOf(group, outlet)?.isReboot);
  }

  /** The progress of the group's sequence for these outlets of it; undefined while none of them waits. */
  progress(group: GroupEntity, outlets: readonly OutletModel[]): SequenceProgress | undefined {
    return progressOf(outlets.map(({ id }) => this.#pendingStepOf(group, id)?.left));
  }

  #switchable(group: GroupEntity): OutletModel[] {
    const members = this.groupOutlets.membersOf(group);
    if (members.length === 0) throw new ApiError('GROUP_EMPTY', group.name);
    for (const outlet of members) this.outlets.assertSwitchable(outlet);
    return members;
  }

  #pendingStepOf(group: GroupEntity, outlet: OutletId) {
    const step = this.switching.pendingStepOf(outlet);
    return step?.sequence === auditObjectOf(group) ? step : undefined;
  }
}
