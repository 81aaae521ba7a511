import { Injectable } from '@nestjs/common';
import { assertAccess } from '../auth/access-check.js';
import { BanksService } from '../banks/banks.service.js';
import type { Access, Caller, CallerWithAddress, RouteAccess } from '../common/access.js';
import { bodyOf } from '../common/body.js';
import { ByAccess } from '../common/cached-response.js';
import { Clock, type Millis } from '../common/clock.js';
import { VERSION } from '../common/version.js';
import { UpdateBankDto } from '../banks/bank.dto.js';
import { UpdateGroupDto } from '../groups/group.dto.js';
import { GroupsService } from '../groups/groups.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import type { BankModel, OutletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { OutletCommandsService } from '../outlets/outlet-commands.service.js';
import { UpdateOutletDto } from '../outlets/outlet.dto.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { SensorsService } from '../sensors/sensors.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { commandNames, type CommandedOutlet, type NutCommand } from './commands.js';
import { NutError } from './errors.js';
import { ForcedShutdown } from './forced-shutdown.js';
import { MAX_NAME, variablesOf, type NutSource, type NutVariable } from './variables.js';

/** Time after which the readings of a silent hardware are no longer answered. */
const STALE_AFTER: Millis = 15_000;

/** The device as one set of rights sees it, until the next poll cycle or write. */
export interface PreparedDevice {
  readonly variables: ReadonlyMap<string, NutVariable>;
  /** The whole answer to `LIST VAR`, made at its first use. */
  list?: Buffer;
}

type Target =
  | { readonly kind: 'outlet'; readonly index: string }
  | { readonly kind: 'bank'; readonly bank: BankModel }
  | { readonly kind: 'group'; readonly id: string };

const MODIFY_OUTLET: RouteAccess = { kind: 'outlet', list: 'modifyOutlets', param: 'outlet' };
const MODIFY_BANKS: RouteAccess = { kind: 'flags', anyOf: ['modifyBankStats'] };
const MODIFY_GROUPS: RouteAccess = { kind: 'flags', anyOf: ['modifyOutletGroups'] };

/** Translates the one device of the NUT server: what it shows, and its commands, through the services of the API. */
@Injectable()
export class NutDevice {
  readonly #prepared: ByAccess<PreparedDevice>;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: SettingsStore,
    private readonly outlets: OutletsService,
    private readonly banks: BanksService,
    private readonly sensors: SensorsService,
    private readonly groups: GroupsService,
    private readonly commands: OutletCommandsService,
    private readonly fsd: ForcedShutdown,
    private readonly clock: Clock,
  ) {
    this.#prepared = new ByAccess(
      () => snapshots.revision,
      (access) => ({ variables: new Map(variablesOf(this.#source(access)).map((each) => [each.name, each])) }),
    );
    groups.onChange(() => this.#prepared.clear());
    fsd.onChange(() => this.#prepared.clear());
  }

  get name(): string {
    return this.settings.get('nutName');
  }

  get description(): string {
    return this.settings.get('deviceName');
  }

  /** True while the hardware has been silent for so long that its readings are worth nothing. */
  get isStale(): boolean {
    return this.clock.uptime() - this.snapshots.current.readAt >= STALE_AFTER;
  }

  /** The variables that callers with this access see, prepared once for each poll cycle. */
  for(access: Access): PreparedDevice {
    return this.#prepared.for(access);
  }

  /** The names of the commands of a caller; without one those of everybody. */
  commandNames(access: Access | undefined): string[] {
    if (!this.driver.model.profile.outletSwitching) return [];
    const groups = this.groups.withMembers().map(({ group, outlets }) => ({
      number: this.#numberOf(group.id),
      outlets: outlets.map((outlet) => this.#commanded(outlet)),
    }));
    const outlets = this.driver.model.outlets.map((outlet) => this.#commanded(outlet));
    return commandNames(outlets, groups, access);
  }

  /** True for a variable that this caller may set; without a caller for one that somebody may. */
  isWritable({ name, isWritable }: NutVariable, access: Access | undefined): boolean {
    const target = isWritable ? this.#targetOf(name) : undefined;
    if (!target) return false;
    if (!access) return true;
    switch (target.kind) {
      case 'outlet':
        return access.mayModify(this.driver.model.outlet(target.index)?.id ?? '');
      case 'bank':
        return access.can('modifyBankStats');
      case 'group':
        return access.can('modifyOutletGroups') && this.#membersOf(target.id).every(({ id }) => access.mayModify(id));
    }
  }

  /** Carries a command out. Throws what the API would, RELAY_FAULT also for one of several outlets. */
  async carryOut(command: NutCommand, caller: CallerWithAddress): Promise<void> {
    if (!this.driver.model.profile.outletSwitching) throw new NutError('CMD-NOT-SUPPORTED');
    switch (command.of) {
      case 'outlet': {
        const outlet = this.#outlet(command.index, caller);
        await this.commands.update(outlet, { state: command.command }, caller);
        return;
      }
      case 'group': {
        assertAccess(MODIFY_GROUPS, caller, {}, this.driver.model);
        const id = this.#groupIdOf(command.number);
        if (id === undefined) throw new NutError('CMD-NOT-SUPPORTED');
        await this.groups.update(this.groups.findById(id), { state: command.command }, caller);
        return;
      }
      case 'all':
        if (command.command === 'ON') return this.commands.turnAllOn(caller);
        return this.#turnAllOff(caller);
    }
  }

  /** Sets a variable. Throws what the API would. */
  async set(name: string, value: string, caller: CallerWithAddress): Promise<void> {
    const target = this.#targetOf(name);
    if (!target) throw new NutError(this.for(caller.access).variables.has(name) ? 'READONLY' : 'VAR-NOT-SUPPORTED');
    switch (target.kind) {
      case 'outlet': {
        const outlet = this.#outlet(Number(target.index), caller);
        const change = await bodyOf(UpdateOutletDto, { outletName: nameIn(value) });
        await this.commands.update(outlet, change, caller);
        return;
      }
      case 'bank': {
        assertAccess(MODIFY_BANKS, caller, {}, this.driver.model);
        await this.banks.update(target.bank, await bodyOf(UpdateBankDto, { bankName: nameIn(value) }), caller);
        return;
      }
      case 'group': {
        assertAccess(MODIFY_GROUPS, caller, {}, this.driver.model);
        const group = this.groups.findById(target.id);
        await this.groups.update(group, await bodyOf(UpdateGroupDto, { groupName: nameIn(value) }), caller);
      }
    }
  }

  async #turnAllOff(caller: CallerWithAddress): Promise<void> {
    const outlets = this.driver.model.outlets.map(({ id }) => id);
    const { outlets: outcomes } = await this.commands.switchMany({ outlets, state: 'OFF' }, caller);
    const failed = outcomes.find(({ ok }) => !ok);
    if (failed) throw new Error(failed.error?.message ?? `Outlet ${failed.id} did not follow.`);
  }

  /** The outlet of a command, which the caller may modify: an unknown one is refused as the API refuses it. */
  #outlet(index: number, caller: Caller): OutletModel {
    assertAccess(MODIFY_OUTLET, caller, { outlet: String(index) }, this.driver.model);
    return this.outlets.find(String(index));
  }

  #targetOf(name: string): Target | undefined {
    const [, index] = /^outlet\.([1-9]\d{0,8})\.desc$/.exec(name) ?? [];
    if (index !== undefined) return this.driver.model.hasOutlets ? { kind: 'outlet', index } : undefined;
    const [, number] = /^outlet\.group\.([1-9]\d{0,8})\.name$/.exec(name) ?? [];
    if (number === undefined) return undefined;
    const bank = this.driver.model.banks[Number(number) - 1];
    if (bank) return { kind: 'bank', bank };
    const id = this.#groupIdOf(Number(number));
    return id === undefined ? undefined : { kind: 'group', id };
  }

  /** Groups are counted by their id, so that a number never means another group once one is deleted. */
  #numberOf(groupId: number): number {
    return this.driver.model.banks.length + groupId;
  }

  #groupIdOf(number: number): string | undefined {
    const found = this.groups.withMembers().find(({ group }) => this.#numberOf(group.id) === number);
    return found && String(found.group.id);
  }

  #membersOf(groupId: string): readonly OutletModel[] {
    return this.groups.withMembers().find(({ group }) => String(group.id) === groupId)?.outlets ?? [];
  }

  #commanded(outlet: OutletModel): CommandedOutlet {
    return { id: outlet.id, index: outlet.index, protection: this.outlets.view(outlet).protection };
  }

  #source(access: Access): NutSource {
    const { model } = this.driver;
    const now = this.snapshots.current;
    return {
      profile: model.profile,
      device: {
        name: this.description,
        macAddress: this.settings.get('macAddr'),
        contact: this.settings.get('snmpContact'),
        location: this.settings.get('snmpLocation'),
        version: VERSION,
        driver: this.driver.name,
        uptime: Math.floor(this.clock.uptime() / 1000),
      },
      fsd: this.fsd.isSet,
      inlets: access.can('viewInletStats')
        ? model.inlets.flatMap((inlet) => {
            const reading = now.inlets[inlet.position];
            return reading ? [{ inlet, reading }] : [];
          })
        : undefined,
      banks: access.can('viewBankStats')
        ? model.banks.map((bank) => ({
            bank,
            name: this.banks.nameOf(bank),
            reading: now.banks[bank.position] ?? { id: bank.id },
            outlets: model.outlets.filter((outlet) => outlet.bank === bank.position).length,
          }))
        : undefined,
      sensors: access.can('viewPortInfo')
        ? model.sensors.flatMap((sensor) => {
            const reading = now.sensors[sensor.position];
            if (reading?.kind !== 'temp_hum') return [];
            return [{ sensor, name: this.sensors.view(sensor).sensorName, reading }];
          })
        : undefined,
      outlets: this.outlets.visibleTo(access).map((outlet) => ({
        outlet,
        view: this.outlets.view(outlet),
        reading: now.outlets[outlet.position],
        hasRelayFault: this.outlets.hasRelayFault(outlet),
      })),
      groups: access.can('viewOutletGroups')
        ? this.groups
            .list(access)
            .map(({ id, groupName, outlets }) => ({ number: this.#numberOf(Number(id)), id, name: groupName, outlets }))
        : undefined,
    };
  }
}

/** The value that a name is set to. Throws TOO-LONG. */
function nameIn(value: string): string {
  if (value.length > MAX_NAME) throw new NutError('TOO-LONG');
  return value;
}
