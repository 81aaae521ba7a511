import { Injectable } from '@nestjs/common';
import { assertAllowed, type Access, type CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { assertOwnId } from '../common/dto-decorators.js';
import { rounded, type Amps, type OnOff } from '../common/units.js';
import type { OutletModel } from '../hardware/profiles/pdu-model.js';
import type { OutletCommand } from '../outlets/outlet-commands.service.js';
import { SwitchingService } from '../switching/switching.service.js';
import { UndoOffers } from '../switching/undo-offers.js';
import { GroupCommandsService } from './group-commands.service.js';
import type { CreateGroupDto, UpdateGroupDto } from './group.dto.js';
import type { GroupEntity } from './group.entity.js';
import { GroupOutletsService } from './group-outlets.service.js';
import { auditObjectOf, GroupStore } from './group.store.js';
import { groupView, type ChangedGroupView, type GroupView } from './group.view.js';

/** The common values of a group's outlets; absent where one is not known. */
export interface GroupSummary {
  /** The state that all of them have. */
  readonly state?: OnOff | undefined;
  /** The sum of their currents, A. */
  readonly current?: Amps | undefined;
  /** A reboot of the group runs. */
  readonly isRebooting?: boolean | undefined;
}

/** Groups of outlets: what they are called, whom they name, and their switching. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly store: GroupStore,
    private readonly members: GroupOutletsService,
    private readonly commands: GroupCommandsService,
    private readonly switching: SwitchingService,
    private readonly undos: UndoOffers,
  ) {}

  /** By id or, where no group has that id, by place in the list. Throws GROUP_UNKNOWN. */
  find(idOrPlace: string): Readonly<GroupEntity> {
    return this.store.findByIdOrPlace(idOrPlace);
  }

  /** For stored references: a place means another group once one is deleted. Throws GROUP_UNKNOWN. */
  findById(id: string): Readonly<GroupEntity> {
    return this.store.find(id);
  }

  /** A group as it is stored; undefined once it is deleted. */
  get(id: number): Readonly<GroupEntity> | undefined {
    return this.store.get(id);
  }

  /** All groups, as they are stored. */
  get all(): readonly Readonly<GroupEntity>[] {
    return this.store.all();
  }

  /** All groups, each with all of its outlets, for modules that decide themselves who sees them. */
  withMembers(): { readonly group: Readonly<GroupEntity>; readonly outlets: readonly OutletModel[] }[] {
    return this.store.all().map((group) => ({ group, outlets: this.members.membersOf(group) }));
  }

  /** Calls the listener after each change of a group. */
  onChange(listener: () => void): void {
    this.store.onChange(listener);
  }

  /** All groups, each with those of its outlets that a caller may view. */
  list(access: Access): GroupView[] {
    return this.store.all().map((group) => this.view(group, access));
  }

  view(group: Readonly<GroupEntity>, access: Access): GroupView {
    const visible = this.members.membersOf(group).filter(({ id }) => access.mayView(id));
    const outlets = visible.map((outlet) => this.members.view(outlet));
    return groupView(group, outlets, this.commands.progress(group, visible));
  }

  /** Throws GROUP_OUTLET_UNKNOWN, GROUP_OUTLET_REPEATED, OUTLET_NOT_ALLOWED, LIST_FULL, LIST_SHARE_USED or LIST_TOTAL_FULL. */
  async create(
    { groupName, outlets, groupRebootSequenceDelay = 0 }: CreateGroupDto,
    caller: CallerWithAddress,
  ): Promise<GroupView> {
    const row = { name: groupName, delay: groupRebootSequenceDelay, outlets: this.members.idsOf(outlets) };
    this.members.assertModifiable(row.outlets, caller.access);
    const group = await this.switching.run({ caller, switches: false }, () => {
      assertAllowed(caller.access, 'modifyOutletGroups');
      this.members.assertModifiable(row.outlets, caller.access);
      this.store.assertRoomFor(row, caller);
      return this.store.create(row, causeOf(caller));
    });
    return this.view(group, caller.access);
  }

  /**
   * Changes and switches a group. All or nothing: the change is stored when the relays have followed. Answers what the
   * hardware now measures. Throws what {@link create} throws, GROUP_EMPTY, OUTLET_NOT_SWITCHABLE, OUTLET_PROTECTED,
   * RELAY_FAULT or HARDWARE_SILENT, and GROUP_UNKNOWN for one that was deleted while this waited.
   */
  async update(
    { id }: Pick<GroupEntity, 'id'>,
    dto: UpdateGroupDto,
    caller: CallerWithAddress,
  ): Promise<ChangedGroupView> {
    const cause = causeOf(caller, dto);
    return this.switching.run({ caller, switches: dto.state !== undefined }, async (relays) => {
      assertAllowed(caller.access, 'modifyOutletGroups');
      const before = this.store.find(id);
      this.members.assertModifiable(before.outlets, caller.access);
      assertOwnId(dto.id, String(before.id));
      const after = this.#changed(before, dto);
      this.members.assertModifiable(after.outlets, caller.access);
      this.store.assertFits(before, after);
      const ids = this.members.membersOf(after).map((outlet) => outlet.id);
      const states = this.undos.before(relays, ids, { object: auditObjectOf(after), delay: after.delay });
      if (dto.state) await this.commands.carryOut(relays, before, after, dto.state, cause);
      await this.store.change(before, after, cause);
      return { ...this.view(after, caller.access), ...states.offer(caller, dto.state) };
    });
  }

  /**
   * Switches a group for a legacy tool, by its place in the list: `TOGGLE` turns it off while any of its outlets is on.
   * Throws like {@link update}.
   */
  commandOf(place: number, command: 'TOGGLE' | 'REBOOT', caller: CallerWithAddress): Promise<void> {
    const cause = causeOf(caller);
    return this.switching.run({ caller, switches: true }, async (relays) => {
      assertAllowed(caller.access, 'modifyOutletGroups');
      const group = this.store.all()[place];
      if (!group) throw new ApiError('GROUP_UNKNOWN', place);
      this.members.assertModifiable(group.outlets, caller.access);
      const isOn = this.members.membersOf(group).some((outlet) => this.members.view(outlet).state === 'ON');
      const state = isOn ? 'OFF' : 'ON';
      await this.commands.carryOut(relays, group, group, command === 'REBOOT' ? command : state, cause);
    });
  }

  /**
   * The state of a group for interfaces that have one value for it: known only where all of its outlets are visible to
   * the caller.
   */
  summary(group: Readonly<GroupEntity>, access: Access): GroupSummary {
    const outlets = this.members.membersOf(group);
    if (outlets.length === 0 || !outlets.every(({ id }) => access.mayView(id))) return {};
    const views = outlets.map((outlet) => this.members.view(outlet));
    const state = views[0]?.state;
    const currents = views.map(({ currentRms }) => currentRms);
    return {
      state: views.every((view) => view.state === state) ? state : undefined,
      current: currents.includes(undefined) ? undefined : rounded(currents.reduce<number>((a, b) => a + (b ?? 0), 0)),
      isRebooting: this.commands.isRebooting(group),
    };
  }

  /** Switches or reboots a group for an automation. Whether it may is for its caller to know. Throws like {@link update}. */
  async command(id: string, command: OutletCommand, cause: Cause): Promise<void> {
    await this.switching.automated((relays) => {
      const group = this.findById(id);
      return this.commands.carryOut(relays, group, group, command, cause);
    });
  }

  /**
   * By id alone: a deletion that is sent again must not take the group that has moved up. Touches no outlet: those that
   * wait for their step still get it. Throws GROUP_UNKNOWN or OUTLET_NOT_ALLOWED.
   */
  async remove(id: string, caller: CallerWithAddress): Promise<Record<string, never>> {
    await this.switching.run({ caller, switches: false }, async () => {
      assertAllowed(caller.access, 'modifyOutletGroups');
      const group = this.findById(id);
      this.members.assertModifiable(group.outlets, caller.access);
      await this.store.remove(group, causeOf(caller));
    });
    return {};
  }

  /** The group after the change. The same list sent again is no change. */
  #changed(
    group: Readonly<GroupEntity>,
    { groupName, outlets, groupRebootSequenceDelay }: UpdateGroupDto,
  ): Readonly<GroupEntity> {
    const ids = outlets && this.members.idsOf(outlets);
    return {
      id: group.id,
      name: groupName ?? group.name,
      delay: groupRebootSequenceDelay ?? group.delay,
      outlets: ids && ids.join() !== group.outlets.join() ? ids : group.outlets,
      maker: group.maker,
    };
  }
}
