import { Injectable } from '@nestjs/common';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { collection, link, type Call, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { CHASSIS, ENABLED, excerpt, links, MANAGER, need, orNull, pduPath, SILENT, unknown } from './common.js';
import { PduIdentity } from './identity.js';
import { MetricsReset } from './metrics-reset.js';
import { feedingInlets, loadPercent, sumOfReadings } from './readings.js';

const EQUIPMENT = '/PowerEquipment';

/** The power equipment: this PDU alone, as a rack PDU or a transfer switch, and what it draws. */
@Injectable()
export class PduResource implements ResourceProviders {
  readonly providers: readonly Provider[];
  readonly #base: string;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly identity: PduIdentity,
    private readonly counters: EnergyCountersService,
    private readonly metrics: MetricsReset,
  ) {
    this.#base = pduPath(driver.model);
    const list = (kind: string, name: string): Provider => ({
      uri: `${EQUIPMENT}/${kind}`,
      type: 'PowerDistributionCollection',
      get: () => collection(name, this.#base.startsWith(`${EQUIPMENT}/${kind}/`) ? [this.#base] : []),
    });
    this.providers = [
      { uri: EQUIPMENT, type: 'PowerEquipment', get: () => this.#equipment() },
      list('RackPDUs', 'Rack PDUs'),
      ...(this.#isAts ? [list('TransferSwitches', 'Transfer Switches')] : []),
      {
        uri: this.#base,
        type: 'PowerDistribution',
        get: (call) => this.#show(call),
        patch: {
          members: { UserLabel: identity.userLabel, AssetTag: identity.assetTag, Location: identity.location },
          apply: (call, change) => identity.change(call, change),
        },
      },
      {
        uri: `${this.#base}/Metrics`,
        type: 'PowerDistributionMetrics',
        get: (call) => {
          need(call, 'viewInletStats');
          return this.#metrics(call);
        },
        actions: {
          'PowerDistributionMetrics.ResetMetrics': { parameters: {}, run: (call) => this.#reset(call) },
        },
      },
    ];
  }

  get #isAts(): boolean {
    return this.driver.model.profile.inletConfig === 'ats';
  }

  #equipment(): Json {
    return {
      Id: 'PowerEquipment',
      Name: 'Power Equipment',
      RackPDUs: link(`${EQUIPMENT}/RackPDUs`),
      ...(this.#isAts && { TransferSwitches: link(`${EQUIPMENT}/TransferSwitches`) }),
      Status: this.#status,
      Links: { ManagedBy: links([MANAGER]), 'ManagedBy@odata.count': 1 },
    };
  }

  #show(call: Call): Json {
    const { model } = this.driver;
    const sub = (name: string): Json => link(`${this.#base}/${name}`);
    return {
      Id: '1',
      Name: this.#isAts ? 'Transfer Switch' : 'Rack PDU',
      EquipmentType: this.#isAts ? 'AutomaticTransferSwitch' : 'RackPDU',
      ...this.identity.hardware(call),
      FirmwareVersion: this.identity.firmwareVersion,
      UUID: this.identity.uuid,
      ...this.identity.entered(call),
      ...(this.#isAts && { TransferConfiguration: this.#transfer }),
      Mains: sub('Mains'),
      Branches: sub('Branches'),
      Outlets: sub('Outlets'),
      ...(model.hasOutlets && { OutletGroups: sub('OutletGroups') }),
      Metrics: sub('Metrics'),
      Status: this.#status,
      Links: {
        Chassis: links([CHASSIS]),
        'Chassis@odata.count': 1,
        ManagedBy: links([MANAGER]),
        'ManagedBy@odata.count': 1,
      },
    };
  }

  get #transfer(): Json {
    const active = this.snapshots.current.inlets.findIndex((inlet) => inlet.active === true);
    return { ActiveMainsId: active < 0 ? null : String(active + 1), AutoTransferEnabled: true };
  }

  get #status(): Json {
    return this.snapshots.current.fresh ? ENABLED : SILENT;
  }

  #metrics({ caller }: Call): Json {
    const { model } = this.driver;
    const snapshot = this.snapshots.current;
    const feeding = feedingInlets(model, snapshot);
    const whole = (measure: 'activePower' | 'apparentPower') => orNull(sumOfReadings(feeding, measure));
    const counted = snapshot.inlets.map((inlet) => this.counters.sinceReset(inlet));
    const [only] = model.inlets.length === 1 ? model.inlets : [];
    const loads = model.inlets.flatMap((inlet) => {
      const reading = snapshot.inlets[inlet.position];
      const isFeeding = reading !== undefined && feeding.includes(reading);
      return isFeeding ? [loadPercent(inlet, reading)] : [];
    });
    const known = loads.filter((load) => load !== undefined);
    return {
      Id: 'Metrics',
      Name: 'Power Distribution Metrics',
      PowerWatts: sourced(only && 'Inlet1Power', {
        Reading: whole('activePower'),
        ApparentVA: whole('apparentPower'),
      }),
      EnergykWh: sourced(only && 'Inlet1Energy', {
        Reading: orNull(sumOfReadings(counted, 'energy')),
        LifetimeReading: orNull(sumOfReadings(snapshot.inlets, 'energy')),
      }),
      PowerLoadPercent: sourced(only && 'Inlet1LoadPercent', {
        Reading: known.length < loads.length || known.length === 0 ? null : orNull(Math.max(...known)),
      }),
      ...(caller.access.can('viewPortInfo') && this.#climate()),
    };
  }

  /** The first sensor of temperature and humidity that is connected. */
  #climate(): Json {
    const { sensors } = this.snapshots.current;
    for (const { port, position } of this.driver.model.sensors) {
      const reading = sensors[position];
      if (reading?.kind !== 'temp_hum' || !reading.connected) continue;
      return {
        TemperatureCelsius: excerpt(`Port${port}Temperature`, reading.temperature),
        HumidityPercent: excerpt(`Port${port}Humidity`, reading.humidity),
      };
    }
    return {};
  }

  async #reset(call: Call): Promise<void> {
    need(call, 'modifyInletStats');
    if (this.driver.model.inlets.length === 0) throw unknown();
    const objects = this.driver.model.inlets.map(({ id }) => id);
    await this.metrics.reset(objects, call.caller);
  }
}

/** A reading with its sensor, where one sensor has it. */
const sourced = (sensor: string | undefined, reading: Json): Json =>
  sensor === undefined ? reading : { ...excerpt(sensor, undefined), ...reading };
