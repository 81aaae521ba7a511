import type { PduModel } from '../hardware/profiles/pdu-model.js';
import type { LineReading, OutletReading, PowerReading, SensorReading, Snapshot } from '../hardware/snapshot.js';
import type { HistoryKind } from './history.view.js';
import { measureOf, type Measure, type MeasureName } from '../readings-format/measures.js';
import { isStorable } from '../readings-format/block.js';

/** One object of this PDU that has a history. */
export interface HistoryObject {
  readonly id: string;
  readonly kind: HistoryKind;
  readonly measures: readonly MeasureName[];
  /** Index of its first measure among the series; the others follow. */
  readonly firstSeries: number;
}

/** One measure of one object: one number in each reading. */
export interface Series {
  readonly object: HistoryObject;
  readonly name: MeasureName;
  readonly measure: Measure;
}

type Values = Readonly<Partial<Record<MeasureName, number | undefined>>>;

const POWER = [
  'current',
  'voltage',
  'frequency',
  'activePower',
  'reactivePower',
  'apparentPower',
  'powerFactor',
  'energy',
] as const satisfies (MeasureName & keyof PowerReading)[];
const LINE = ['current', 'voltage'] as const satisfies (MeasureName & keyof LineReading)[];
const OUTLET = ['current', 'voltage', 'activePower', 'powerFactor', 'energy'] as const satisfies (MeasureName &
  keyof OutletReading)[];
const CLIMATE = ['temperature', 'humidity'] as const satisfies MeasureName[];

/** All objects of a model with a history, in the order of a snapshot. */
export class HistoryObjects {
  readonly all: readonly HistoryObject[];
  readonly series: readonly Series[];
  readonly #byId: ReadonlyMap<string, HistoryObject>;

  constructor(model: PduModel) {
    const { inlets, banks, outlets, sensors } = model;
    const kinds: [HistoryKind, readonly MeasureName[], readonly string[]][] = [
      ['inlet', POWER, inlets.map(({ id }) => id)],
      ['line', LINE, inlets.flatMap(({ lineIds }) => lineIds.map(({ id }) => id))],
      ['bank', POWER, banks.map(({ id }) => id)],
      ['outlet', OUTLET, model.hasOutlets ? outlets.map(({ id }) => id) : []],
      ['sensor', CLIMATE, sensors.filter(({ kind }) => kind === 'temp_hum').map(({ id }) => id)],
    ];
    let firstSeries = 0;
    this.all = kinds.flatMap(([kind, measures, ids]) =>
      ids.map((id) => {
        const object = { id, kind, measures, firstSeries };
        firstSeries += measures.length;
        return object;
      }),
    );
    this.series = this.all.flatMap((object) =>
      object.measures.map((name) => ({ object, name, measure: measureOf(name) })),
    );
    this.#byId = new Map(this.all.map((object) => [object.id, object]));
    this.#hasOutlets = model.hasOutlets;
    this.#scales = Float64Array.from(this.series, ({ measure }) => measure.scale);
  }

  readonly #hasOutlets: boolean;
  readonly #scales: Float64Array;

  find(id: string): HistoryObject | undefined {
    return this.#byId.get(id);
  }

  /** Index of an object's measure among the series; undefined if the object has no such measure. */
  seriesOf(object: HistoryObject, name: MeasureName): number | undefined {
    const place = object.measures.indexOf(name);
    return place < 0 ? undefined : object.firstSeries + place;
  }

  /** Writes the readings into `values`, one for each series: NaN for an unknown one. */
  read({ inlets, banks, outlets, sensors }: Snapshot, values: Float64Array): void {
    let at = 0;
    const take = (names: readonly MeasureName[], reading: Values | undefined): void => {
      for (const name of names) this.#put(values, at++, reading?.[name]);
    };
    for (const inlet of inlets) take(POWER, inlet);
    for (const { lines } of inlets) for (const line of lines) take(LINE, line);
    for (const bank of banks) take(POWER, bank);
    if (this.#hasOutlets) at = this.#readOutlets(outlets, values, at);
    for (const sensor of sensors) if (sensor.kind === 'temp_hum') take(CLIMATE, climateOf(sensor));
  }

  /** Ten thousand outlets are read in a fraction of the time when each measure has its place in the code, as in OUTLET. */
  #readOutlets(outlets: readonly OutletReading[], values: Float64Array, from: number): number {
    let at = from;
    for (const { current, voltage, activePower, powerFactor, energy } of outlets) {
      this.#put(values, at, current);
      this.#put(values, at + 1, voltage);
      this.#put(values, at + 2, activePower);
      this.#put(values, at + 3, powerFactor);
      this.#put(values, at + 4, energy);
      at += OUTLET.length;
    }
    return at;
  }

  #put(values: Float64Array, at: number, value: number | undefined): void {
    values[at] = value !== undefined && isStorable(value, this.#scales[at] ?? 1) ? value : NaN;
  }
}

/** The readings of a sensor; undefined while it is unplugged, when its last values are no longer measured. */
const climateOf = (sensor: SensorReading): Values | undefined =>
  sensor.kind === 'temp_hum' && sensor.connected ? sensor : undefined;
