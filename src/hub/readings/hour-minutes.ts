import { ByteReader, ByteWriter } from '../../readings-format/bytes.js';
import { readColumn, writeColumn } from '../../readings-format/columns.js';
import { measureOf } from '../../readings-format/measures.js';
import { readMessage, SeriesList, WireError } from '../../fleet-wire/readings.js';
import { readAlone, refuseRest, writeAlone } from '../../fleet-wire/whole-numbers.js';

const VERSION = 1;
export const MINUTES_OF_HOUR = 60;

/** The readings of one minute of a PDU; NaN for what is not measured. */
export interface PduMinute {
  /** Mean active power, W. */
  readonly w: number;
  /** Mean apparent power, VA. */
  readonly va: number;
  /** Highest active power, W; of a PDU with several inlets the sum of theirs, which may not have come together. */
  readonly peak: number;
}

/** The states of a minute. `NONE`: the PDU has no readings of it, as it has said; `LACKING`: nobody has asked it yet. */
const KNOWN = 0;
const LACKING = 1;
const NONE = 2;

const series = (code: number) => new SeriesList(new Array<number>(MINUTES_OF_HOUR).fill(code));
const COLUMNS = {
  w: series(measureOf('activePower').code),
  va: series(measureOf('apparentPower').code),
  peak: series(measureOf('activePower').code),
} as const;
const NAMES = ['w', 'va', 'peak'] as const;

/** The minutes of one hour of one PDU. */
export class HourMinutes {
  readonly #states = new Float64Array(MINUTES_OF_HOUR).fill(LACKING);
  readonly #values = {
    w: new Float64Array(MINUTES_OF_HOUR).fill(NaN),
    va: new Float64Array(MINUTES_OF_HOUR).fill(NaN),
    peak: new Float64Array(MINUTES_OF_HOUR).fill(NaN),
  };

  /** Throws WireError for bytes that are no hour. */
  static decode(bytes: Uint8Array): HourMinutes {
    const hour = new HourMinutes();
    return readMessage('The hour ends too early.', () => {
      const reader = readerOf(bytes);
      readColumn(reader, MINUTES_OF_HOUR, hour.#states);
      for (const name of NAMES) {
        const column = COLUMNS[name];
        readAlone(reader, column).forEach((whole, slot) => (hour.#values[name][slot] = column.fromWhole(slot, whole)));
      }
      refuseRest(reader);
      return hour;
    });
  }

  /** @param slot the minute of the hour, 0 to 59 */
  set(slot: number, minute: PduMinute): void {
    this.#states[slot] = KNOWN;
    for (const name of NAMES) this.#values[name][slot] = minute[name];
  }

  /** The PDU has no readings of this minute; those that are known stay. */
  setNone(slot: number): void {
    if (this.#states[slot] === LACKING) this.#states[slot] = NONE;
  }

  /** Undefined for a minute without readings. */
  at(slot: number): PduMinute | undefined {
    if (this.#states[slot] !== KNOWN) return undefined;
    const { w, va, peak } = this.#values;
    return { w: w[slot] ?? NaN, va: va[slot] ?? NaN, peak: peak[slot] ?? NaN };
  }

  /** The first and the last minute from `from` to the one before `to` of which nobody knows anything; undefined without one. */
  lacking(from: number, to: number): readonly [first: number, last: number] | undefined {
    const places = Array.from(this.#states.keys()).filter(
      (slot) => slot >= from && slot < to && this.#states[slot] === LACKING,
    );
    const [first, last] = [places[0], places.at(-1)];
    return first === undefined || last === undefined ? undefined : [first, last];
  }

  copy(): HourMinutes {
    const copy = new HourMinutes();
    copy.#states.set(this.#states);
    for (const name of NAMES) copy.#values[name].set(this.#values[name]);
    return copy;
  }

  encode(): Buffer {
    const writer = new ByteWriter().number(VERSION);
    writeColumn(writer, this.#states);
    for (const name of NAMES) {
      const column = COLUMNS[name];
      const wholes = this.#values[name].map((value, slot) => column.toWhole(slot, value));
      writeAlone(writer, wholes, column);
    }
    return writer.bytes();
  }
}

function readerOf(bytes: Uint8Array): ByteReader {
  const reader = new ByteReader(bytes);
  if (reader.number() !== VERSION) throw new WireError('The hour has a version that this release does not know.');
  return reader;
}
