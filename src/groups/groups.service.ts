import { Injectable } from '@nestjs/common';
import type { Access, CallerAt } from '../kernel/access.js';
import { causeOf, type Cause } from '../kernel/cause.js';
import { ApiError } from '../kernel/errors.js';
import { mustFitTotal, mustHaveShare, sumOf } from '../kernel/limits.js';
import { refuseOtherId } from '../kernel/own-id.js';
import type { OutletCommand } from '../outlets/outlet-commands.service.js';
import { CommandQueue } from '../power-cycles/command-queue.service.js';
import { GroupCommands } from './group-commands.service.js';
import type { CreateGroupDto, UpdateGroupDto } from './group.dto.js';
import type { Group } from './group.entity.js';
import { GroupOutlets } from './group-outlets.service.js';
import { GroupStore } from './group.store.js';
import { groupView, type GroupView } from './group.view.js';

/** Groups of outlets: what they are called, whom they name, and their switching. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly store: GroupStore,
    private readonly members: GroupOutlets,
    private readonly commands: GroupCommands,
    private readonly queue: CommandQueue,
  ) {}

  /** By id or, where no group has that id, by place in the list. Throws GROUP_UNKNOWN. */
  find(idOrPlace: string): Readonly<Group> {
    return this.store.findByIdOrPlace(idOrPlace);
  }

  /** For what is kept: a place means another group once one is deleted. Throws GROUP_UNKNOWN. */
  findById(id: string): Readonly<Group> {
    return this.store.find(id);
  }

  /** All groups, each with those of its outlets that a caller may view. */
  list(access: Access): GroupView[] {
    return this.store.all().map((group) => this.#view(group, access));
  }

  /** Throws GROUP_UNKNOWN. */
  view(idOrPlace: string, access: Access): GroupView {
    return this.#view(this.find(idOrPlace), access);
  }

  /** Throws GROUP_OUTLET_UNKNOWN, GROUP_OUTLET_REPEATED, OUTLET_NOT_ALLOWED, LIST_FULL, LIST_SHARE_USED or LIST_TOTAL_FULL. */
  async create(
    { groupName, outlets, groupRebootSequenceDelay = 0 }: CreateGroupDto,
    caller: CallerAt,
  ): Promise<GroupView> {
    const row = { name: groupName, delay: groupRebootSequenceDelay, outlets: this.members.idsOf(outlets) };
    this.members.mustModify(row.outlets, caller.access);
    const group = await this.queue.run({ caller, switches: false }, () => {
      mustChange(caller);
      this.members.mustModify(row.outlets, caller.access);
      mustHaveShare('groups', this.store.all(), caller);
      this.#mustFit(0, row.outlets.length);
      return this.store.create(row, causeOf(caller));
    });
    return this.#view(group, caller.access);
  }

  /**
   * Changes and switches a group. All or nothing: the change is stored when the relays have followed. Answers what the
   * hardware now measures. Throws what {@link create} throws, GROUP_EMPTY, OUTLET_NOT_SWITCHABLE, OUTLET_PROTECTED,
   * RELAY_FAULT or HARDWARE_SILENT.
   */
  async update(idOrPlace: string, dto: UpdateGroupDto, caller: CallerAt): Promise<GroupView> {
    const cause = causeOf(caller, dto.confirm);
    return this.queue.run({ caller, switches: dto.state !== undefined }, async () => {
      mustChange(caller);
      const before = this.find(idOrPlace);
      this.members.mustModify(before.outlets, caller.access);
      refuseOtherId(dto.id, String(before.id));
      const after = this.#changed(before, dto);
      this.members.mustModify(after.outlets, caller.access);
      this.#mustFit(before.outlets.length, after.outlets.length);
      if (dto.state) await this.#switch(before, after, dto.state, cause);
      await this.store.change(before, after, cause);
      return this.#view(after, caller.access);
    });
  }

  /**
   * Switches a group for a legacy tool, by its place in the list: `TOGGLE` turns it off while any of its outlets is on.
   * Throws like {@link update}.
   */
  commandOf(place: number, command: 'TOGGLE' | 'REBOOT', caller: CallerAt): Promise<void> {
    const cause = causeOf(caller);
    return this.queue.run({ caller, switches: true }, async () => {
      mustChange(caller);
      const group = this.store.all()[place];
      if (!group) throw new ApiError('GROUP_UNKNOWN', place);
      this.members.mustModify(group.outlets, caller.access);
      const isOn = this.members.of(group).some((outlet) => this.members.view(outlet).state === 'ON');
      await this.#switch(group, group, command === 'REBOOT' ? command : isOn ? 'OFF' : 'ON', cause);
    });
  }

  /** Switches or reboots a group for an automation. Whether it may is for its caller to know. Throws like {@link update}. */
  async command(id: string, command: OutletCommand, cause: Cause): Promise<void> {
    await this.queue.automated(() => {
      const group = this.findById(id);
      return this.#switch(group, group, command, cause);
    });
  }

  /**
   * By id alone: a deletion that is sent again must not take the group that has moved up. Touches no outlet: those that
   * wait for their turn to turn on still get it. Throws GROUP_UNKNOWN or OUTLET_NOT_ALLOWED.
   */
  async remove(id: string, caller: CallerAt): Promise<Record<string, never>> {
    await this.queue.run({ caller, switches: false }, async () => {
      mustChange(caller);
      const group = this.findById(id);
      this.members.mustModify(group.outlets, caller.access);
      await this.store.remove(group, causeOf(caller));
    });
    return {};
  }

  /** A reboot asked for again while it runs (a client that lost the answer) goes on as it was. */
  async #switch(before: Group, after: Group, command: OutletCommand, cause: Cause): Promise<void> {
    this.commands.mustSwitch(after);
    if (command === 'REBOOT' && before.outlets === after.outlets && this.commands.isRebooting(after)) return;
    await this.commands.carryOut(after, command, cause);
  }

  /** All groups together name no more outlets than a configuration document may hold. */
  #mustFit(before: number, after: number): void {
    mustFitTotal(
      'groupOutlets',
      sumOf(this.store.all(), ({ outlets }) => outlets.length),
      before,
      after,
    );
  }

  /** What the group would be. The same list sent again is the same list. */
  #changed(group: Readonly<Group>, { groupName, outlets, groupRebootSequenceDelay }: UpdateGroupDto): Readonly<Group> {
    const ids = outlets && this.members.idsOf(outlets);
    return {
      id: group.id,
      name: groupName ?? group.name,
      delay: groupRebootSequenceDelay ?? group.delay,
      outlets: ids && ids.join() !== group.outlets.join() ? ids : group.outlets,
      maker: group.maker,
    };
  }

  #view(group: Readonly<Group>, access: Access): GroupView {
    const visible = this.members.of(group).filter(({ id }) => access.mayView(id));
    const outlets = visible.map((outlet) => this.members.view(outlet));
    return groupView(group, outlets, this.commands.progress(group, visible));
  }
}

/** The guard has asked the same before; rights may have changed while the request waited for its turn. */
function mustChange({ access }: CallerAt): void {
  if (!access.can('modifyOutletGroups')) throw new ApiError('NOT_ALLOWED', 'modifyOutletGroups');
}
