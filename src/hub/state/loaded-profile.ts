import {
  decodeProfile,
  profileHash,
  seriesListOf,
  type Profile,
  type ProfileInlet,
  type ProfileOutlet,
  type ProfilePart,
} from '../../fleet-wire/profile.js';
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
    const measuring = this.#places.get(quantity);
    if (!measuring) return null;
    const parts = [this.inlets, this.banks, this.outlets].find((some) => some.some(({ id }) => measuring.has(id)));
    const known = parts?.flatMap(({ id }) => this.value(quantity, id, values) ?? []) ?? [];
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
  }
}

/** The sensors of a controller of an earlier release, which does not say their names. */
const sensorsAmong = ({ series }: Profile): ProfilePart[] =>
  series.flatMap(({ object, quantity }) => (quantity === TEMPERATURE ? { id: object, name: object } : []));

const TEMPERATURE: MeasureName = 'temperature';
