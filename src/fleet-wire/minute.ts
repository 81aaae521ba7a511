import { ByteReader, ByteWriter } from '../readings-format/bytes.js';
import { readColumn, writeColumn } from '../readings-format/columns.js';
import { readMessage, WireError, type SeriesList } from './readings.js';
import { readAlone, refuseRest, writeAlone } from './whole-numbers.js';

const VERSION = 1;

/** The states of relays and breakers, by their number in a message. */
export const SWITCH_STATES = ['unknown', 'off', 'on'] as const;
export type SwitchState = (typeof SWITCH_STATES)[number];
/** As many as a profile can have parts of a kind. */
const MAX_STATES = 20_000;
const STATES_IN_A_NUMBER = 8;
const BITS = 2;

/** One minute of a PDU: of each series the mean and the highest reading, NaN without any. */
export interface Minute {
  /** Counted from 1970. */
  readonly minute: number;
  readonly means: Float64Array;
  readonly peaks: Float64Array;
  /** The outlets' relays and the breakers at the end of the minute; `on` is a closed one. */
  readonly relays: readonly SwitchState[];
  readonly breakers: readonly SwitchState[];
}

const writer = new ByteWriter();

/** The peak is sent as how far it is above the mean, which is little; a counter's is its newest value. */
export function encodeMinute({ minute, means, peaks, relays, breakers }: Minute, series: SeriesList): Buffer {
  writer.clear().number(VERSION).number(minute);
  const wholes = Float64Array.from({ length: series.length }, (_, i) => series.toWhole(i, means[i] ?? NaN));
  writeAlone(writer, wholes, series);
  writeColumn(
    writer,
    wholes.map((mean, i) => Math.max(0, series.toWhole(i, peaks[i] ?? NaN) - mean) || 0),
  );
  for (const states of [relays, breakers]) writeStates(states);
  return writer.bytes();
}

/**
 * Throws {@link WireError} for bytes that are no minute of a PDU with these series.
 * @param into arrays as long as the series that get the means and the peaks; new ones if absent
 */
export function decodeMinute(
  bytes: Uint8Array,
  series: SeriesList,
  into?: Readonly<Record<'means' | 'peaks', Float64Array>>,
): Minute {
  return readMessage('The minute is damaged.', () => readMinute(new ByteReader(bytes), series, into));
}

function readMinute(
  reader: ByteReader,
  series: SeriesList,
  into: Readonly<Record<'means' | 'peaks', Float64Array>> | undefined,
): Minute {
  if (reader.number() !== VERSION) throw new WireError('The minute has a version that this release does not know.');
  const minute = reader.number();
  const wholes = readAlone(reader, series, into?.means);
  const above = readColumn(reader, series.length, into?.peaks);
  // Both columns become values where they are: a hub reads one such message a minute of each of its PDUs.
  for (let i = 0; i < wholes.length; i++) {
    const mean = wholes[i] ?? NaN;
    above[i] = series.fromWhole(i, mean + (above[i] ?? 0));
    wholes[i] = series.fromWhole(i, mean);
  }
  const relays = readStates(reader);
  const breakers = readStates(reader);
  refuseRest(reader);
  return { minute, means: wholes, peaks: above, relays, breakers };
}

function writeStates(states: readonly SwitchState[]): void {
  writer.number(states.length);
  for (let at = 0; at < states.length; at += STATES_IN_A_NUMBER) {
    const some = states.slice(at, at + STATES_IN_A_NUMBER);
    writer.number(some.reduce((sum, state, place) => sum | (SWITCH_STATES.indexOf(state) << (BITS * place)), 0));
  }
}

function readStates(reader: ByteReader): SwitchState[] {
  const length = reader.number();
  if (length > MAX_STATES) throw new WireError('The message has more states than a PDU has parts.');
  const states: SwitchState[] = [];
  while (states.length < length) {
    const numbers = reader.number();
    for (let place = 0; place < STATES_IN_A_NUMBER && states.length < length; place++) {
      const state = SWITCH_STATES[(numbers >> (BITS * place)) & 3];
      if (!state) throw new WireError('The message has a state that this release does not know.');
      states.push(state);
    }
  }
  return states;
}
