import { createHash } from 'node:crypto';
import { listOf, NAME, text, wholeNumber } from '../common/values.js';
import { MEASURE_NAMES, measureOf } from '../readings-format/measures.js';
import { decodeJson, encodeJson, exact, objectOf, optional, parsed } from './members.js';
import { SeriesList, WireError } from './readings.js';

/** The longest profile: a PDU with 10,000 outlets has some 4 MB. */
export const MAX_PROFILE_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 20_000;
const MAX_SERIES = 200_000;
const MAX_LINES = 16;

const WORD = exact(text({ max: 64 }));
const PART = { id: WORD, name: exact(NAME) };

const parts = (of: string, max = MAX_PARTS) => listOf(`a list of ${of}`, objectOf(PART), { max });

const PROFILE = objectOf({
  model: WORD,
  inlets: listOf('a list of inlets', objectOf({ ...PART, lines: optional(parts('lines', MAX_LINES)) }), {
    max: MAX_PARTS,
  }),
  banks: parts('banks'),
  outlets: listOf('a list of outlets', objectOf({ ...PART, bank: WORD }), { max: MAX_PARTS }),
  sensors: optional(parts('sensors')),
  series: listOf(
    'a list of series',
    objectOf({ object: WORD, quantity: WORD, measure: exact(wholeNumber({ min: 0, max: 0xffff })) }),
    { max: MAX_SERIES },
  ),
});

/** A part of a PDU with the name that its users have given it. */
export interface ProfilePart {
  readonly id: string;
  readonly name: string;
}

export interface ProfileInlet extends ProfilePart {
  /** Its line conductors, L1 to L3, if it has several; not said by controllers of earlier releases. */
  readonly lines?: readonly ProfilePart[] | undefined;
}

export interface ProfileOutlet extends ProfilePart {
  /** The id of its bank. */
  readonly bank: string;
}

/** One measure of one object, such as the current of an outlet. */
export interface ProfileSeries {
  /** The id of an inlet, line, bank, outlet or sensor. */
  readonly object: string;
  /** As in `MEASURES`; a later release may know more of them. */
  readonly quantity: string;
  /** The code of the quantity, by which its numbers have a scale. */
  readonly measure: number;
}

/**
 * The parts of a PDU and what it measures. Minutes and ticks have the order of `series`; the relays of a minute are those
 * of `outlets`, its breakers those of `banks`: that of a bank without a breaker is unknown.
 */
export interface Profile {
  readonly model: string;
  readonly inlets: readonly ProfileInlet[];
  readonly banks: readonly ProfilePart[];
  readonly outlets: readonly ProfileOutlet[];
  /** Those of temperature and humidity; not said by controllers of earlier releases. */
  readonly sensors?: readonly ProfilePart[] | undefined;
  readonly series: readonly ProfileSeries[];
}

/** The answer to the query `profile`: canonical JSON, so that the same profile is always the same bytes. */
export const encodeProfile = ({ model, inlets, banks, outlets, sensors, series }: Profile): Buffer =>
  encodeJson({
    model,
    inlets: inlets.map(({ lines, ...inlet }) => ({ ...partOf(inlet), ...(lines && { lines: lines.map(partOf) }) })),
    banks: banks.map(partOf),
    outlets: outlets.map((outlet) => ({ ...partOf(outlet), bank: outlet.bank })),
    sensors: sensors?.map(partOf),
    series: series.map(({ object, quantity, measure }) => ({ object, quantity, measure })),
  });

/** Throws {@link WireError} for bytes that are no profile, or one that contradicts itself. */
export function decodeProfile(bytes: Uint8Array): Profile {
  const profile: Profile = parsed(PROFILE, decodeJson(bytes, MAX_PROFILE_BYTES));
  const { inlets, banks, outlets, sensors = [], series } = profile;
  const lines = inlets.flatMap((inlet) => inlet.lines ?? []);
  for (const some of [inlets, lines, banks, outlets, sensors]) refuseTwice(some.map(({ id }) => id));
  refuseTwice(series.map(({ object, measure }) => `${object} ${measure}`));
  const known = new Set(banks.map(({ id }) => id));
  if (!outlets.every(({ bank }) => known.has(bank))) throw new WireError('An outlet is of a bank that is not there.');
  for (const { quantity, measure } of series) {
    const code = CODES.get(quantity);
    if (code === undefined ? KNOWN_CODES.has(measure) : code !== measure) {
      throw new WireError('A series has the measure of another quantity.');
    }
  }
  return profile;
}

/**
 * The hash in the hello, by which a hub knows whether it has this profile.
 * @param bytes as they are sent: a later release may send members that this one leaves out
 */
export const profileHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, HASH_DIGITS);

/** The series of minutes and ticks. */
export const seriesListOf = ({ series }: Pick<Profile, 'series'>): SeriesList =>
  new SeriesList(series.map(({ measure }) => measure));

const HASH_DIGITS = 32;
const CODES = new Map<string, number>(MEASURE_NAMES.map((name) => [name, measureOf(name).code]));
const KNOWN_CODES = new Set(CODES.values());

/** Only the members of the wire, whatever else an object has. */
const partOf = ({ id, name }: ProfilePart) => ({ id, name });

function refuseTwice(ids: readonly string[]): void {
  if (new Set(ids).size < ids.length) throw new WireError('The profile has a part or a series twice.');
}
