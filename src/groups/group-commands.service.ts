import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import type { OutletId } from '../kernel/ids.js';
import { OutletCommands, type OutletCommand } from '../outlets/outlet-commands.service.js';
import { PowerCycles } from '../power-cycles/power-cycles.service.js';
import type { Group } from './group.entity.js';
import { GroupOutlets } from './group-outlets.service.js';
import { objectOf } from './group.store.js';
import { progressOf, turnsOfOn, turnsOfReboot, type Progress } from './sequence.js';

/** Switches groups: off at once, on one after another. */
@Injectable()
export class GroupCommands {
  constructor(
    private readonly groupOutlets: GroupOutlets,
    private readonly outlets: OutletCommands,
    private readonly cycles: PowerCycles,
    private readonly audit: AuditLog,
  ) {}

  /** Throws GROUP_EMPTY or OUTLET_NOT_SWITCHABLE. */
  mustSwitch(group: Group): void {
    const members = this.groupOutlets.of(group);
    if (members.length === 0) throw new ApiError('GROUP_EMPTY', group.name);
    for (const outlet of members) this.outlets.mustSwitch(outlet);
  }

  /**
   * Carries a command out, inside a turn of the outlets. Ends what the group's outlets were about to do and wins; an
   * outlet that has left the group meanwhile keeps its turn, so that no edit leaves it dark.
   * Throws OUTLET_PROTECTED before anything moves. Throws RELAY_FAULT or HARDWARE_SILENT; the other outlets are switched all the same.
   */
  async carryOut(group: Group, command: OutletCommand, cause: Cause): Promise<void> {
    this.mustSwitch(group);
    const outlets = this.groupOutlets.of(group);
    this.outlets.mustAllow(outlets, command, cause);
    const deed = {
      kind: 'group.switch',
      object: objectOf(group),
      cause,
      after: { state: command, outlets: idsOf(outlets) },
    };
    if (command === 'OFF') {
      await this.audit.tryToRecord(deed);
      return this.outlets.carryOut(outlets, 'OFF', cause);
    }
    const tell = () => this.audit.record(deed);
    const sequence = { name: objectOf(group), relays: idsOf(outlets), delay: group.delay, cause };
    if (command === 'ON') {
      const turns = (isOn: (outlet: OutletId) => boolean) => turnsOfOn(sequence.relays, group.delay, isOn);
      return this.cycles.turnOnInTurn({ ...sequence, turns }, tell);
    }
    const offSeconds = new Map(outlets.map((outlet) => [outlet.id, this.outlets.offSeconds(outlet)]));
    const turns = () => turnsOfReboot(sequence.relays, group.delay, (outlet) => offSeconds.get(outlet) ?? 0);
    return this.cycles.rebootInTurn({ ...sequence, turns }, tell);
  }

  /** True while a reboot of the group runs: while one of its outlets waits for its turn in it. */
  isRebooting(group: Group): boolean {
    return group.outlets.some((outlet) => this.#turnOf(group, outlet)?.isReboot);
  }

  /** Where the group's sequence stands for these outlets of it; undefined while none of them waits. */
  progress(group: Group, outlets: readonly OutletModel[]): Progress | undefined {
    return progressOf(outlets.map(({ id }) => this.#turnOf(group, id)?.left));
  }

  #turnOf(group: Group, outlet: OutletId) {
    const turn = this.cycles.turnOf(outlet);
    return turn?.sequence === objectOf(group) ? turn : undefined;
  }
}

const idsOf = (outlets: readonly OutletModel[]): OutletId[] => outlets.map(({ id }) => id);
