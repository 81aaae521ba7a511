import { Injectable } from '@nestjs/common';
import type { Access } from '../../common/access.js';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { PduDriver } from '../../hardware/pdu.driver.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { SnapshotStore } from '../../hardware/snapshot.store.js';
import { HistoryRecorderService } from '../../history/history-recorder.service.js';
import { assertViewable, mayView } from '../../history/object-access.js';
import { collection, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { CHASSIS, ENABLED, isoTime, orNull, SILENT, unknown, wiringOf } from './common.js';
import { loadPercent } from './readings.js';

const KINDS = {
  Current: ['Current', 'A'],
  Voltage: ['Voltage', 'V'],
  Frequency: ['Frequency', 'Hz'],
  Power: ['Power', 'W'],
  Energy: ['EnergykWh', 'kW.h'],
  LoadPercent: ['Percent', '%'],
  Temperature: ['Temperature', 'Cel'],
  Humidity: ['Humidity', '%'],
} as const;
type Kind = keyof typeof KINDS;

/** A sensor: what it measures, of what, and where its reading is. */
interface SensorModelRow {
  readonly id: string;
  readonly kind: Kind;
  readonly name: string;
  /** The object whose permission it needs. */
  readonly object: { readonly kind: 'inlet' | 'bank' | 'outlet' | 'sensor'; readonly id: string };
  /** The lines that an electrical sensor measures, in the words of the schema. */
  readonly context?: string;
  readonly isConnected?: (snapshot: Snapshot) => boolean;
  readonly read: (snapshot: Snapshot) => number | undefined;
}

/** The sensors: every measurement of the PDU as a resource of its own. */
@Injectable()
export class SensorResource implements ResourceProviders {
  readonly providers: readonly Provider[];
  readonly #sensors: ReadonlyMap<string, SensorModelRow>;

  constructor(
    private readonly driver: PduDriver,
    private readonly snapshots: SnapshotStore,
    private readonly counters: EnergyCountersService,
    private readonly recorder: HistoryRecorderService,
  ) {
    this.#sensors = new Map(this.#rows().map((row) => [row.id, row]));
    const uri = `${CHASSIS}/Sensors`;
    this.providers = [
      {
        uri,
        type: 'SensorCollection',
        get: ({ caller }) =>
          collection(
            'Sensors',
            this.#visible(caller.access).map(({ id }) => `${uri}/${id}`),
          ),
      },
      {
        uri: `${uri}/{sensor}`,
        type: 'Sensor',
        get: ({ params, caller }) => {
          const row = this.#sensors.get(params['sensor'] ?? '');
          if (!row) throw unknown();
          assertViewable(caller.access, { ...row.object, measures: [], firstSeries: 0 });
          return this.#show(row);
        },
      },
    ];
  }

  #visible(access: Access): SensorModelRow[] {
    return [...this.#sensors.values()].filter(({ object }) => mayView(access, object));
  }

  #show({ id, kind, name, object, context, isConnected, read }: SensorModelRow): Json {
    const snapshot = this.snapshots.current;
    const [type, units] = KINDS[kind];
    const isPresent = isConnected?.(snapshot) ?? true;
    const status = !snapshot.fresh ? SILENT : isPresent ? ENABLED : { State: 'Absent' };
    return {
      Id: id,
      Name: name,
      Reading: orNull(isPresent ? read(snapshot) : undefined),
      ReadingType: type,
      ReadingUnits: units,
      ReadingTime: new Date(snapshot.takenAt - (snapshot.uptime - snapshot.readAt)).toISOString(),
      SensingInterval: 'PT1S',
      ...(context !== undefined && { ElectricalContext: context }),
      ...(kind === 'Power' && this.#peak(object.id)),
      ...(kind === 'Energy' && this.#energy(object.id)),
      Status: status,
    };
  }

  #peak(id: string): Json {
    const object = this.recorder.objects.find(id);
    const extreme = object && this.recorder.memory.extremes.of(object).activePower;
    return extreme ? { PeakReading: orNull(extreme.max), PeakReadingTime: isoTime(extreme.maxAt) } : {};
  }

  #energy(id: string): Json {
    const reading = this.counters.metered.find((each) => each.id === id);
    const resetAt = this.counters.resetAtOf(id);
    return {
      LifetimeReading: orNull(reading?.energy),
      ...(resetAt !== undefined && { SensorResetTime: isoTime(resetAt) }),
    };
  }

  #rows(): SensorModelRow[] {
    return [...this.#ofOutlets(), ...this.#ofBanks(), ...this.#ofInlets(), ...this.#ofPorts()];
  }

  #ofOutlets(): SensorModelRow[] {
    const { model } = this.driver;
    if (!model.hasOutlets || !model.profile.outletMetering) return [];
    return model.outlets.flatMap(({ id, index, position, bank }) => {
      const { context } = wiringOf(model.banks[bank]?.lines ?? ['L1'], false);
      const of = { object: { kind: 'outlet', id }, context } as const;
      const label = `Outlet ${index}`;
      return [
        { ...of, ...named(`Outlet${index}`, label, 'Current'), read: ({ outlets }) => outlets[position]?.current },
        { ...of, ...named(`Outlet${index}`, label, 'Power'), read: ({ outlets }) => outlets[position]?.activePower },
        {
          ...of,
          ...named(`Outlet${index}`, label, 'Energy'),
          read: ({ outlets }) => this.#sinceReset(outlets[position]),
        },
      ] satisfies SensorModelRow[];
    });
  }

  #ofBanks(): SensorModelRow[] {
    return this.driver.model.banks.flatMap(({ id, position, lines }) => {
      const { context } = wiringOf(lines, false);
      const of = { object: { kind: 'bank', id }, context } as const;
      const label = `Branch ${position + 1}`;
      const at = ({ banks }: Snapshot) => banks[position];
      return [
        { ...of, ...named(`Bank${id}`, label, 'Current'), read: (now) => at(now)?.current },
        { ...of, ...named(`Bank${id}`, label, 'Voltage'), read: (now) => at(now)?.voltage },
        { ...of, ...named(`Bank${id}`, label, 'Power'), read: (now) => at(now)?.activePower },
        { ...of, ...named(`Bank${id}`, label, 'Energy'), read: (now) => this.#sinceReset(at(now)) },
      ] satisfies SensorModelRow[];
    });
  }

  #ofInlets(): SensorModelRow[] {
    return this.driver.model.inlets.flatMap((inlet) => {
      const { id, position, lines } = inlet;
      const number = position + 1;
      const { context } = wiringOf(lines, false);
      const of = { object: { kind: 'inlet', id }, context } as const;
      const label = `Mains ${number}`;
      const at = ({ inlets }: Snapshot) => inlets[position];
      const load = (now: Snapshot): number | undefined => {
        const reading = at(now);
        return reading && loadPercent(inlet, reading);
      };
      const ofLines = lines.length === 3 ? lines.flatMap((_, place) => lineSensors(inlet, place)) : [];
      return [
        { ...of, ...named(`Inlet${number}`, label, 'Current'), read: (now) => at(now)?.current },
        { ...of, ...named(`Inlet${number}`, label, 'Voltage'), read: (now) => at(now)?.voltage },
        { ...of, ...named(`Inlet${number}`, label, 'Frequency'), read: (now) => at(now)?.frequency },
        { ...of, ...named(`Inlet${number}`, label, 'Power'), read: (now) => at(now)?.activePower },
        { ...of, ...named(`Inlet${number}`, label, 'Energy'), read: (now) => this.#sinceReset(at(now)) },
        { ...of, ...named(`Inlet${number}`, label, 'LoadPercent'), read: load },
        ...ofLines,
      ] satisfies SensorModelRow[];
    });
  }

  #ofPorts(): SensorModelRow[] {
    return this.driver.model.sensors.flatMap(({ id, port, position, kind }) => {
      if (kind !== 'temp_hum') return [];
      const of = {
        object: { kind: 'sensor', id },
        isConnected: ({ sensors }: Snapshot) => sensors[position]?.connected === true,
      } as const;
      const at = ({ sensors }: Snapshot) => {
        const reading = sensors[position];
        return reading?.kind === 'temp_hum' ? reading : undefined;
      };
      return [
        { ...of, ...named(`Port${port}`, `Port ${port}`, 'Temperature'), read: (now) => at(now)?.temperature },
        { ...of, ...named(`Port${port}`, `Port ${port}`, 'Humidity'), read: (now) => at(now)?.humidity },
      ] satisfies SensorModelRow[];
    });
  }

  #sinceReset(reading: { readonly id: string; readonly energy?: number | undefined } | undefined): number | undefined {
    return reading && this.counters.energyOf(reading);
  }
}

const named = (begin: string, label: string, kind: Kind): Pick<SensorModelRow, 'id' | 'name' | 'kind'> => ({
  id: `${begin}${kind}`,
  name: `${label} ${kind === 'LoadPercent' ? 'Load' : kind}`,
  kind,
});

const PAIRS = ['Line1ToLine2', 'Line2ToLine3', 'Line3ToLine1'];

function lineSensors(
  { id, position, lineConfiguration }: PduDriver['model']['inlets'][number],
  place: number,
): SensorModelRow[] {
  const line = place + 1;
  const object = { kind: 'inlet', id } as const;
  const begin = `Inlet${position + 1}Line${line}`;
  const label = `Mains ${position + 1} Line ${line}`;
  const across = lineConfiguration === 'L-L' ? (PAIRS[place] ?? 'LineToLine') : `Line${line}ToNeutral`;
  const at = ({ inlets }: Snapshot) => inlets[position]?.lines[place];
  return [
    { object, ...named(begin, label, 'Current'), context: `Line${line}`, read: (now) => at(now)?.current },
    { object, ...named(begin, label, 'Voltage'), context: across, read: (now) => at(now)?.voltage },
  ];
}
