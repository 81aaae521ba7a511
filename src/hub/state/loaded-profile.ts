import {
  decodeProfile,
  profileHash,
  seriesListOf,
  type Profile,
  type ProfileInlet,
  type ProfileOutlet,
  type ProfilePart,
} from '../../fleet-wire/profile.js';
import { decodeMinute, type Minute } from '../../fleet-wire/minute.js';
import type { SeriesList } from '../../fleet-wire/readings.js';
import type { MeasureName } from '../../readings-format/measures.js';

/** A profile as the hub uses it: the parts of a PDU, and where the measures of each stand among its series. */
export class LoadedProfile {
  readonly hash: string;
  readonly model: string;
  readonly inlets: readonly ProfileInlet[];
  readonly banks: readonly ProfilePart[];
  readonly outlets: readonly ProfileOutlet[];
  /** Those of temperature and humidity. */
  readonly sensors: readonly ProfilePart[];
  readonly series: SeriesList;
  /** The places of the series that make up the total of a quantity. */
  readonly #totals = new Map<MeasureName, readonly number[]>();
  #read: Readonly<Record<'means' | 'peaks', Float64Array>> | undefined;
  /** The places of the series of a quantity, by the id of the object. */
  readonly #places = new Map<string, Map<string, number>>();

  /** Throws WireError for bytes that are no profile. */
  constructor(bytes: Uint8Array) {
    const profile = decodeProfile(bytes);
    this.hash = profileHash(bytes);
    ({ model: this.model, inlets: this.inlets, banks: this.banks, outlets: this.outlets } = profile);
    this.sensors = profile.sensors ?? sensorsAmong(profile);
    this.series = seriesListOf(profile);
    profile.series.forEach(({ object, quantity }, place) => {
      const ofQuantity = this.#places.get(quantity) ?? new Map<string, number>();
      this.#places.set(quantity, ofQuantity.set(object, place));
    });
  }

  /**
   * Reads a minute of a PDU with this profile. Its arrays are used again for the next one: a hub reads one a minute of each of
   * its PDUs, and new ones would be a third of what that costs. Throws WireError.
   */
  readMinute(bytes: Uint8Array): Minute {
    const { length } = this.series;
    this.#read ??= { means: new Float64Array(length), peaks: new Float64Array(length) };
    return decodeMinute(bytes, this.series, this.#read);
  }

  /** The name of an outlet; undefined if another outlet has the same, so that it does not identify this one. */
  nameOfOutlet(id: string): string | undefined {
    const name = this.outlets.find((outlet) => outlet.id === id)?.name;
    return this.outlets.some((other) => other.id !== id && other.name === name) ? undefined : name;
  }

  /** A value of an object; null for one that is unknown, or that it does not measure. */
  value(quantity: MeasureName, object: string, values: Float64Array): number | null {
    const place = this.#places.get(quantity)?.get(object);
    const value = place === undefined ? undefined : values[place];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /**
   * The sum over the inlets, or over the banks or outlets of a PDU whose inlets do not measure it; null unless one of its
   * values is known.
   */
  total(quantity: MeasureName, values: Float64Array): number | null {
    let sum: number | null = null;
    for (const place of this.#placesOfTotal(quantity)) {
      const value = values[place] ?? NaN;
      if (!Number.isNaN(value)) sum = (sum ?? 0) + value;
    }
    return sum;
  }

  #placesOfTotal(quantity: MeasureName): readonly number[] {
    const known = this.#totals.get(quantity);
    if (known) return known;
    const measuring = this.#places.get(quantity);
    const parts = [this.inlets, this.banks, this.outlets].find((some) => some.some(({ id }) => measuring?.has(id)));
    const places = parts?.flatMap(({ id }) => measuring?.get(id) ?? []) ?? [];
    this.#totals.set(quantity, places);
    return places;
  }
}

/** The sensors of a controller of an earlier release, which does not say their names. */
const sensorsAmong = ({ series }: Profile): ProfilePart[] =>
  series.flatMap(({ object, quantity }) => (quantity === TEMPERATURE ? { id: object, name: object } : []));

const TEMPERATURE: MeasureName = 'temperature';
