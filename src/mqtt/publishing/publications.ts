import { Injectable } from '@nestjs/common';
import { BanksService } from '../../banks/banks.service.js';
import type { Access } from '../../common/access.js';
import { Clock } from '../../common/clock.js';
import { ControllerFaults, type FaultKind } from '../../common/controller-faults.js';
import { rounded, type OnOff } from '../../common/units.js';
import { VERSION } from '../../common/version.js';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { GroupsService } from '../../groups/groups.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { BankModel, InletModel, OutletModel, SensorModel } from '../../hardware/profiles/pdu-model.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { MAX_READING_AGE } from '../../health/health.js';
import { InletsService } from '../../inlets/inlets.service.js';
import { OutletsService } from '../../outlets/outlets.service.js';
import { SensorsService } from '../../sensors/sensors.service.js';
import { SettingsStore } from '../../settings/settings.store.js';
import type { Content } from './content.js';

/** A topic whose message is sent when it changes. */
export interface StatePublication {
  /** Below the prefix. */
  readonly topic: string;
  readonly rank: 'device' | 'state';
  /** Its payload now; '' while it is not known. */
  readonly payload: () => string;
}

/** A topic with readings, whose message is sent once in an interval and when they change much. */
export interface ReadingPublication {
  readonly topic: string;
  readonly content: () => Content;
}

/** All that is published. */
export interface PublishedTopics {
  readonly states: readonly StatePublication[];
  readonly readings: readonly ReadingPublication[];
}

/** Faults of the controller that are a problem of the PDU. */
const PROBLEMS: ReadonlySet<FaultKind> = new Set(['hardware', 'storageFull', 'storageFailing']);

/** The topics with their messages that a role may view, by the same views as over HTTP. */
@Injectable()
export class Publications {
  #startedAt: string | undefined;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly settings: SettingsStore,
    private readonly faults: ControllerFaults,
    private readonly inlets: InletsService,
    private readonly banks: BanksService,
    private readonly outlets: OutletsService,
    private readonly sensors: SensorsService,
    private readonly groups: GroupsService,
    private readonly energy: EnergyCountersService,
    private readonly clock: Clock,
  ) {}

  /** The topics of a role. The functions in them answer for the newest reading. @param address of the controller */
  of(access: Access, address: () => string | undefined): PublishedTopics {
    const { model } = this.driver;
    const outlets = this.outlets.visibleTo(access);
    const banks = access.can('viewBankStats') ? model.banks : [];
    const inlets = access.can('viewInletStats') ? model.inlets : [];
    const seesPorts = access.can('viewPortInfo');
    const seesDevice = access.can('viewGlobalDeviceSettings');
    return {
      states: [
        ...(seesDevice
          ? [
              state('device', 'device', () => JSON.stringify(this.#device(address()))),
              state('health', 'device', () => (this.#hasProblem() ? 'PROBLEM' : 'OK')),
            ]
          : []),
        ...outlets.map((outlet) =>
          state(`outlets/${outlet.index}/state`, 'state', () =>
            this.#known(({ outlets: all }) => all[outlet.position]),
          ),
        ),
        ...banks
          .filter(({ breaker }) => breaker !== undefined)
          .map((bank) => state(`banks/${bank.id}/breaker`, 'state', () => this.#breaker(bank))),
        ...(seesPorts ? model.relayOutputs : []).map(({ id, position }) =>
          state(`relays/${id}/state`, 'state', () => this.#known(({ relayOutputs }) => relayOutputs[position])),
        ),
        ...(access.can('viewOutletGroups') ? this.groups.all : []).map(({ id }) =>
          state(`groups/${id}`, 'state', () => this.#group(id, access)),
        ),
      ],
      readings: [
        ...inlets.map((inlet) => reading(`inlets/${inlet.position + 1}`, () => this.#inlet(inlet))),
        ...banks.map((bank) => reading(`banks/${bank.id}`, () => this.#bank(bank))),
        ...(seesPorts ? model.sensors : []).map((sensor) =>
          reading(`sensors/${sensor.port.toLowerCase()}`, () => this.#sensor(sensor)),
        ),
        ...outlets.map((outlet) => reading(`outlets/${outlet.index}`, () => this.#outlet(outlet, access))),
      ],
    };
  }

  /** The groups that there are; another text when one comes or goes. */
  get groupIds(): string {
    return this.groups.all.map(({ id }) => id).join();
  }

  /** The time of the readings, ISO 8601. */
  get time(): string {
    const { takenAt, uptime, readAt } = this.snapshots.current;
    return new Date(takenAt - (uptime - readAt)).toISOString();
  }

  /** True while the hardware has been silent for so long that its readings are worth nothing. */
  get #isStale(): boolean {
    const { uptime, readAt, fresh } = this.snapshots.current;
    return uptime - readAt > MAX_READING_AGE || (!fresh && readAt === 0);
  }

  #known(read: (now: Snapshot) => { readonly state?: OnOff | undefined } | undefined): string {
    return this.#isStale ? '' : (read(this.snapshots.current)?.state ?? '');
  }

  #breaker({ position }: BankModel): string {
    const isClosed = this.#isStale ? undefined : this.snapshots.current.banks[position]?.breakerClosed;
    return isClosed === undefined ? '' : isClosed ? 'CLOSED' : 'TRIPPED';
  }

  #hasProblem(): boolean {
    if (this.#isStale || this.faults.active.some(({ kind }) => PROBLEMS.has(kind))) return true;
    const { model } = this.driver;
    return model.hasOutlets && model.outlets.some((outlet) => this.outlets.hasRelayFault(outlet) === true);
  }

  #device(ip: string | undefined): Content {
    const { enclosureSerialNumber, modelNumber } = this.driver.model.profile;
    this.#startedAt ??= new Date(this.clock.now() - this.clock.uptime()).toISOString();
    return {
      serial: enclosureSerialNumber,
      model: modelNumber,
      name: this.settings.get('deviceName'),
      firmware: VERSION,
      ip,
      uptimeStarted: this.#startedAt,
    };
  }

  #group(id: number, access: Access): string {
    const group = this.groups.get(id);
    if (!group) return '';
    const { groupName, outlets, sequence } = this.groups.view(group, access);
    return JSON.stringify({
      name: groupName,
      outlets: outlets.map(({ outletIndex }) => outletIndex),
      sequence: sequence ? { step: sequence.step, of: sequence.of } : null,
    });
  }

  #outlet(outlet: OutletModel, access: Access): Content {
    const view = this.outlets.view(outlet, access);
    const now = this.#isStale ? undefined : this.snapshots.current.outlets[outlet.position];
    return {
      name: view.outletName,
      state: now?.state,
      rebootStatus: view.rebootStatus,
      relayHealth: view.relayHealth,
      protection: view.protection,
      ...(now && {
        current: view.currentRms,
        voltage: view.circuitVoltage,
        power: view.watts,
        powerFactor: rounded(now.powerFactor),
        energy: rounded(now.energy),
        energySinceReset: rounded(this.energy.energyOf(now)),
      }),
    };
  }

  #bank(bank: BankModel): Content {
    const view = this.banks.view(bank);
    const now = this.#isStale ? undefined : this.snapshots.current.banks[bank.position];
    if (!now) return { name: view.bankName };
    const { breaker } = bank;
    return {
      name: view.bankName,
      current: view.currentRms,
      voltage: view.voltageRms,
      power: view.activePower,
      load: breaker === undefined || now.current === undefined ? undefined : rounded((now.current / breaker) * 100),
      energy: rounded(now.energy),
    };
  }

  #inlet(inlet: InletModel): Content {
    const view = this.inlets.view(inlet);
    const now = this.#isStale ? undefined : this.snapshots.current.inlets[inlet.position];
    if (!now) return { name: view.inletName };
    const current = view.inletCurrentRms;
    return {
      name: view.inletName,
      voltage: view.inletVoltageRms,
      current,
      frequency: view.inletLineFrequency,
      power: view.inletActivePower,
      apparentPower: view.inletApparentPower,
      reactivePower: view.inletReactivePower,
      powerFactor: view.inletPowerFactor,
      load: this.#load(current, view.inletLines, inlet),
      energy: rounded(now.energy),
      active: view.atsInletActive,
      lines: view.inletLines?.map(({ line, voltageRms, currentRms }) => ({
        line,
        voltage: voltageRms,
        current: currentRms,
      })),
    };
  }

  /** The load of an inlet in percent of its rated current: that of its most loaded line. */
  #load(
    current: number | undefined,
    lines: readonly { readonly currentRms?: number | undefined }[] | undefined,
    { ratedCurrent }: InletModel,
  ): number | undefined {
    const currents = (lines ?? [{ currentRms: current }]).map(({ currentRms }) => currentRms);
    const known = currents.filter((each) => each !== undefined);
    return known.length === 0 ? undefined : rounded((Math.max(...known) / ratedCurrent) * 100);
  }

  #sensor(sensor: SensorModel): Content {
    const view = this.sensors.view(sensor);
    if (this.#isStale) return { name: view.sensorName };
    return {
      name: view.sensorName,
      temperature: view.sensorTempInC,
      humidity: view.sensorHumidity,
      inputs: view.digitalInputs && byIndex(view.digitalInputs),
      relays: view.outputRelays && byIndex(view.outputRelays),
    };
  }
}

const state = (
  topic: string,
  rank: StatePublication['rank'],
  payload: StatePublication['payload'],
): StatePublication => ({ topic, rank, payload });

const reading = (topic: string, content: ReadingPublication['content']): ReadingPublication => ({ topic, content });

const byIndex = (points: readonly { readonly index: number; readonly state: string }[]): Content =>
  Object.fromEntries(points.map(({ index, state: now }) => [String(index), now]));
