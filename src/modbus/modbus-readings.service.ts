import { Injectable } from '@nestjs/common';
import { BanksService } from '../banks/banks.service.js';
import type { Access } from '../common/access.js';
import { unixSeconds } from '../common/clock.js';
import { rounded } from '../common/units.js';
import { VERSION } from '../common/version.js';
import { EnergyCountersService } from '../energy/energy-counters.service.js';
import { EventsService } from '../events/events.service.js';
import type { GroupEntity } from '../groups/group.entity.js';
import { GroupsService } from '../groups/groups.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { phaseImbalance } from '../hardware/power-math.js';
import type { InletModel } from '../hardware/profiles/pdu-model.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { HistoryService } from '../history/history.service.js';
import { InletsService } from '../inlets/inlets.service.js';
import { OutletsService } from '../outlets/outlets.service.js';
import { apparentPowerOf, type OutletView } from '../outlets/outlet.view.js';
import { RelayOutputsService } from '../relay-outputs/relay-outputs.service.js';
import { HUB_POINTS } from '../sensors/sensor.dto.js';
import { SettingsStore } from '../settings/settings.store.js';
import type { Bit, CoilFacts } from './coil-map.js';
import type {
  BankFacts,
  ControllerFacts,
  LineFacts,
  MeterFacts,
  OutletFacts,
  PduFacts,
  SensorFacts,
  TransferSwitchFacts,
} from './register-map.js';

/** The readings of the newest snapshot as a role may view them, by the same views and permissions as over HTTP. */
@Injectable()
export class ModbusReadings {
  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: SettingsStore,
    private readonly inletsService: InletsService,
    private readonly banksService: BanksService,
    private readonly outletsService: OutletsService,
    private readonly groups: GroupsService,
    private readonly relayOutputs: RelayOutputsService,
    private readonly energy: EnergyCountersService,
    private readonly events: EventsService,
    private readonly history: HistoryService,
  ) {}

  /** The content of the registers. */
  registers(access: Access): PduFacts {
    const maxima = this.history.maximaOf('current', access);
    const [inlets, banks, outlets, lines] = [
      this.#inlets(access, maxima),
      this.#banks(access, maxima),
      this.#outlets(access, maxima),
      this.#lines(access),
    ];
    const transferSwitch = this.#transferSwitch(access);
    const sensors = this.#sensors(access);
    const alarms = [
      !this.snapshots.current.fresh,
      banks.some(({ breakerClosed }) => breakerClosed === false),
      outlets.some(({ hasRelayFault }) => hasRelayFault === true),
      this.#isOverRating(lines),
      access.can('viewEventActions') && this.events.list().some(({ triggered }) => triggered === true),
    ];
    const controller = this.#controller(access, alarms, transferSwitch.length, sensors.length);
    return { controller, inlets, banks, lines, outlets, sensors, transferSwitch };
  }

  /** The content of coils and discrete inputs; what is unknown or not visible is false. */
  coils(access: Access): CoilFacts {
    const { model } = this.driver;
    const outlets = this.#outletViews(access);
    const { current } = this.snapshots;
    const views = access.can('viewOutletGroups');
    return {
      outlets: outlets.map((outlet): Bit => outlet?.state === 'ON'),
      reboots: outlets.map((outlet): Bit => outlet !== undefined && outlet.rebootStatus !== 'none'),
      groups: this.groupsById.map((group): Bit => {
        const { outlets: shown } = this.groups.view(group, access);
        const members = group.outlets.filter((id) => model.outlet(id) !== undefined);
        const isWhole = shown.length > 0 && shown.length === members.length;
        return views && isWhole && shown.every(({ state }) => state === 'ON');
      }),
      relayOutputs: model.relayOutputs.map(
        (relay): Bit => access.can('viewPortInfo') && this.relayOutputs.view(relay).state === 'ON',
      ),
      breakers: model.banks.map(
        ({ position }): Bit => access.can('viewBankStats') && current.banks[position]?.breakerClosed === true,
      ),
    };
  }

  /** The groups in the order of their ids, which is that of their coils. */
  get groupsById(): readonly Readonly<GroupEntity>[] {
    return this.groups.all.toSorted((a, b) => a.id - b.id);
  }

  #controller(access: Access, alarms: readonly boolean[], transferSwitches: number, sensors: number): ControllerFacts {
    const { profile, hasOutlets } = this.driver.model;
    const { uptime, readAt, takenAt } = this.snapshots.current;
    const isVisible = access.can('viewGlobalDeviceSettings');
    return {
      counts: {
        inlets: profile.inlets.length,
        protectors: profile.banks.filter(({ breaker }) => breaker !== undefined).length,
        outlets: hasOutlets ? profile.outlets.length : 0,
        transferSwitches,
        banks: profile.banks.length,
        sensors,
        phases: this.driver.model.isThreePhase ? 3 : 1,
      },
      alarms,
      silentFor: Math.floor((uptime - readAt) / 1000),
      ...(isVisible && {
        uptime: Math.floor(uptime / 1000),
        unixTime: unixSeconds(takenAt),
        serialNumber: /^\d+$/.test(profile.enclosureSerialNumber) ? Number(profile.enclosureSerialNumber) : undefined,
        modelNumber: profile.modelNumber,
        deviceName: this.settings.get('deviceName'),
        version: VERSION,
      }),
    };
  }

  #inlets(access: Access, maxima: ReadonlyMap<string, number>): MeterFacts[] {
    const { model } = this.driver;
    if (!access.can('viewInletStats')) return model.inlets.map(() => ({}));
    return model.inlets.map((inlet) => {
      const view = this.inletsService.view(inlet);
      const reading = this.snapshots.current.inlets[inlet.position];
      return {
        voltage: view.inletVoltageRms,
        current: view.inletCurrentRms,
        maxCurrent: maxima.get(inlet.id),
        unbalance: this.#unbalance(inlet),
        activePower: view.inletActivePower,
        apparentPower: view.inletApparentPower,
        reactivePower: view.inletReactivePower,
        powerFactor: view.inletPowerFactor,
        frequency: view.inletLineFrequency,
        energy: view.inletEnergyAccumulation,
        lifetimeEnergy: reading?.energy,
        ratedCurrent: inlet.ratedCurrent,
      };
    });
  }

  /** The largest deviation of a line from the mean current, in percent; of a three-phase inlet that feeds the load. */
  #unbalance(inlet: InletModel): number | undefined {
    const currents = this.#linesOf(inlet).map(({ current }) => current);
    const known = currents.filter((current) => current !== undefined);
    return known.length === 3 ? rounded(phaseImbalance(known)) : undefined;
  }

  #lines(access: Access): LineFacts[] {
    const { inlets } = this.driver.model;
    const isVisible = access.can('viewInletStats');
    return inlets.flatMap((inlet) => (isVisible ? this.#linesOf(inlet) : inlet.lines.map(() => ({}))));
  }

  /** The lines of an inlet; without values while another inlet of a transfer switch feeds the load. */
  #linesOf(inlet: InletModel): LineFacts[] {
    const reading = this.snapshots.current.inlets[inlet.position];
    const measures = this.driver.model.profile.inletConfig !== 'ats' || reading?.active === true;
    return inlet.lines.map((_, place) => {
      const line = measures ? reading?.lines[place] : undefined;
      return { voltage: rounded(line?.voltage), current: rounded(line?.current) };
    });
  }

  #isOverRating(lines: readonly LineFacts[]): boolean {
    const ratings = this.driver.model.inlets.flatMap(({ lines: own, ratedCurrent }) => own.map(() => ratedCurrent));
    return lines.some(({ current = 0 }, place) => current > (ratings[place] ?? Infinity));
  }

  #banks(access: Access, maxima: ReadonlyMap<string, number>): BankFacts[] {
    const { model } = this.driver;
    if (!access.can('viewBankStats')) return model.banks.map(() => ({}));
    return model.banks.map((bank) => {
      const view = this.banksService.view(bank);
      return {
        breakerClosed: view.circuitBreakerClosed,
        voltage: view.voltageRms,
        current: view.currentRms,
        maxCurrent: maxima.get(bank.id),
        activePower: view.activePower,
        apparentPower: view.apparentPower,
        reactivePower: view.reactivePower,
        powerFactor: view.powerFactor,
        frequency: view.lineFrequency,
        energy: view.energyAccumulation,
        lifetimeEnergy: this.snapshots.current.banks[bank.position]?.energy,
        ratedCurrent: view.ratedCurrent,
      };
    });
  }

  /** The outlets in their order; undefined for those that the role may not view. */
  #outletViews(access: Access): (OutletView | undefined)[] {
    const { model } = this.driver;
    if (!model.hasOutlets) return [];
    return model.outlets.map((outlet) =>
      access.mayView(outlet.id) ? this.outletsService.view(outlet, access) : undefined,
    );
  }

  #outlets(access: Access, maxima: ReadonlyMap<string, number>): OutletFacts[] {
    const { model } = this.driver;
    const { current: now } = this.snapshots;
    return this.#outletViews(access).map((view, position) => {
      const reading = now.outlets[position];
      const outlet = model.outlets[position];
      if (!view || !reading || !outlet) return {};
      return {
        state: view.state,
        cycle: view.rebootStatus,
        hasRelayFault: this.outletsService.hasRelayFault(outlet),
        bank: outlet.bank + 1,
        voltage: view.circuitVoltage,
        current: view.currentRms,
        maxCurrent: maxima.get(view.id),
        activePower: view.watts,
        apparentPower: rounded(apparentPowerOf(view)),
        powerFactor: rounded(reading.powerFactor),
        frequency: rounded(now.banks[outlet.bank]?.frequency),
        energy: this.energy.energyOf(reading),
        lifetimeEnergy: reading.energy,
        ratedCurrent: outlet.ratedCurrent,
      };
    });
  }

  /** The values of each accessory port, in the same places whether something is connected or not. */
  #sensors(access: Access): SensorFacts[] {
    const isVisible = access.can('viewPortInfo');
    return this.driver.model.sensors.flatMap(({ kind, position }): SensorFacts[] => {
      const reading = isVisible ? this.snapshots.current.sensors[position] : undefined;
      if (kind === 'temp_hum') {
        const { temperature, humidity } = reading?.kind === kind && reading.connected ? reading : {};
        return [
          { type: 'temperature', reading: rounded(temperature) },
          { type: 'humidity', reading: rounded(humidity) },
        ];
      }
      const hub = reading?.kind === kind && reading.connected ? reading : undefined;
      const places = Array.from({ length: HUB_POINTS }, (_, place) => place + 1);
      const stateOf = (
        points: readonly { readonly index: number; readonly state: string }[] | undefined,
        at: number,
      ) => {
        const state = points?.find(({ index }) => index === at)?.state;
        return state === undefined ? undefined : Number(state === 'CLOSE' || state === 'HI');
      };
      return [
        ...places.map((at): SensorFacts => ({ type: 'contact', reading: stateOf(hub?.relays, at) })),
        ...places.map((at): SensorFacts => ({ type: 'input', reading: stateOf(hub?.inputs, at) })),
      ];
    });
  }

  #transferSwitch(access: Access): TransferSwitchFacts[] {
    const { model } = this.driver;
    if (model.profile.inletConfig !== 'ats') return [];
    if (!access.can('viewInletStats')) return [{}];
    const { inlets } = this.snapshots.current;
    const active = inlets.findIndex((inlet) => inlet.active === true);
    const isKnown = inlets.every(({ ready }) => ready !== undefined);
    return [
      {
        active: active < 0 ? undefined : active + 1,
        ...(isKnown && { ready: inlets.map(({ ready }) => ready === true) }),
      },
    ];
  }
}
