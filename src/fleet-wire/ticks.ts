import { ByteReader, ByteWriter } from '../readings-format/bytes.js';
import { readMessage, WireError, type SeriesList } from './readings.js';
import { readAlone, readDifferences, refuseRest, writeAlone, writeDifferences } from './whole-numbers.js';

const VERSION = 1;
const KEY = 0;
const DIFFERENCE = 1;
/** A key frame after this many differences, so that a decoder whose request was lost recovers too. */
const MAX_DIFFERENCES = 60;

/**
 * Packs the readings of each second: all of them first, then differences. Each frame carries the run of the
 * controller and a number, by which the {@link TickDecoder} sees that one is missing.
 */
export class TickEncoder {
  readonly #writer = new ByteWriter();
  #before: Float64Array | undefined;
  #sequence = 0;
  #differences = 0;

  /** @param run rises with each start of the controller */
  constructor(
    private readonly series: SeriesList,
    private readonly run: number,
  ) {}

  /** The next frame is a key frame: somebody begins to read, or has missed one. */
  restart(): void {
    this.#before = undefined;
  }

  /** @param values one for each series; NaN is unknown */
  encode(values: Float64Array): Buffer {
    const now = Float64Array.from({ length: this.series.length }, (_, i) => this.series.toWhole(i, values[i] ?? NaN));
    const before = this.#differences < MAX_DIFFERENCES ? this.#before : undefined;
    this.#writer
      .clear()
      .number(VERSION)
      .number(before ? DIFFERENCE : KEY)
      .number(this.run)
      .number(++this.#sequence);
    if (before) writeDifferences(this.#writer, now, before);
    else writeAlone(this.#writer, now, this.series);
    this.#differences = before ? this.#differences + 1 : 0;
    this.#before = now;
    return this.#writer.bytes();
  }
}

/** `shown`: the values are those of this frame. `missing`: a key frame is needed. `late`: a newer one was shown before. */
export type TickResult = 'shown' | 'missing' | 'late';

/** Unpacks frames that may be lost, doubled or in another order; it never shows values that were not measured together. */
export class TickDecoder {
  #numbers: Float64Array | undefined;
  /** The numbers of the next frame while it is read: those that are shown change only together. */
  #spare: Float64Array | undefined;
  #run = 0;
  #sequence = 0;

  constructor(private readonly series: SeriesList) {}

  /** Run and number of the frame that is shown. */
  get position(): { readonly run: number; readonly sequence: number } {
    return { run: this.#run, sequence: this.#sequence };
  }

  /** The values of the newest frame that could be shown, NaN for unknown ones; undefined before the first. A copy. */
  get values(): Float64Array | undefined {
    const values = this.#numbers?.slice();
    for (let i = 0; values && i < values.length; i++) values[i] = this.series.fromWhole(i, values[i] ?? NaN);
    return values;
  }

  /** Throws {@link WireError} for bytes that are no frame of this PDU; what was shown before stays. */
  decode(bytes: Uint8Array): TickResult {
    return readMessage('The frame is damaged.', () => this.#read(new ByteReader(bytes)));
  }

  #read(reader: ByteReader): TickResult {
    if (reader.number() !== VERSION) throw new WireError('The frame has a version that this release does not know.');
    const kind = reader.number();
    if (kind !== KEY && kind !== DIFFERENCE) throw new WireError('The frame is of an unknown kind.');
    const run = reader.number();
    const sequence = reader.number();
    if (run < this.#run || (run === this.#run && sequence <= this.#sequence)) return 'late';
    if (kind === DIFFERENCE && (!this.#numbers || run !== this.#run || sequence !== this.#sequence + 1))
      return 'missing';
    const numbers = (this.#spare ??= new Float64Array(this.series.length));
    if (kind === KEY) readAlone(reader, this.series, numbers);
    else if (this.#numbers) {
      numbers.set(this.#numbers);
      readDifferences(reader, numbers);
    }
    refuseRest(reader);
    this.#spare = this.#numbers;
    this.#numbers = numbers;
    this.#run = run;
    this.#sequence = sequence;
    return 'shown';
  }
}
