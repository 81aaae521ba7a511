import { constants, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import type { Mutex } from '../common/mutex.js';

/**
 * Each message is a complete block sequence that ends with an empty block, whose four bytes are not sent (RFC 7692,
 * 7.2.1). The lowest level makes 20 kB to 2.6 kB in 0.1 ms; the highest saves 0.5 kB more for twice the time.
 */
const DEFLATE: ZlibOptions = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
const EMPTY_BLOCK = 4;
/**
 * Longer messages, which would take longer than half a millisecond, are compressed in another thread. Their plain form
 * stays in pieces: a copy of 3.4 MB in each poll cycle makes V8 collect garbage twice as often.
 */
const LONG = 128 * 1024;

/** A ready frame or event, one piece after the other. */
export type Frame = readonly Uint8Array[];

/** Limits the work of compressing. */
export interface CompressionBudget {
  /** True if this many bytes may still be compressed in this poll cycle. */
  take(bytes: number): boolean;
  /** Messages in another thread, one at a time: durable commits need the other threads. */
  readonly thread: Mutex;
}

/** The bytes before and after the text of a server-sent event; JSON has no line break in it. */
const EVENT = { begin: Buffer.from('event: state\ndata: '), end: Buffer.from('\n\n') };

/** A message of the stream as ready WebSocket frames, plain and compressed, and as server-sent event, shared by all readers who may see it. */
export class StreamMessage {
  readonly plain: Frame;
  readonly #size: number;
  #compressed: Frame | undefined;
  #event: Frame | undefined;
  /** Those who wait for the compressed frame while it is made in another thread. */
  readonly #waiting: ((frame: Frame) => void)[] = [];

  /**
   * @param json its text in pieces, as UTF-8
   * @param order higher than that of every message before
   */
  constructor(
    private readonly json: readonly Uint8Array[],
    readonly order: number,
    private readonly budget: CompressionBudget,
  ) {
    this.#size = json.reduce((sum, { length }) => sum + length, 0);
    this.plain = this.#shared([frameHeader(this.#size, false), ...json]);
  }

  /** The server-sent event, made when the first reader asks for it. */
  get event(): Frame {
    return (this.#event ??= this.#shared([EVENT.begin, ...this.json, EVENT.end]));
  }

  /** Calls back with the compressed frame, at once where that is quick; with the plain one beyond the budget. */
  whenCompressed(callback: (frame: Frame) => void): void {
    if (this.#compressed) return callback(this.#compressed);
    if (this.#waiting.push(callback) > 1) return;
    if (!this.budget.take(this.#size)) return this.#ready(this.plain);
    if (this.#size <= LONG) return this.#ready(compressedFrame(deflateRawSync(this.#text, DEFLATE)));
    void this.budget.thread.run(() => this.#compressElsewhere());
  }

  #compressElsewhere(): Promise<void> {
    return new Promise((resolve) => {
      deflateRaw(this.#text, DEFLATE, (error, deflated) => {
        this.#ready(error ? this.plain : compressedFrame(deflated));
        resolve();
      });
    });
  }

  get #text(): Buffer {
    return Buffer.concat(this.json);
  }

  /** In one piece where it is short, which takes each reader the least. */
  #shared(pieces: Frame): Frame {
    return this.#size <= LONG ? [Buffer.concat(pieces)] : pieces;
  }

  #ready(frame: Frame): void {
    this.#compressed = frame;
    for (const callback of this.#waiting.splice(0)) callback(frame);
  }
}

function compressedFrame(deflated: Buffer): Frame {
  const payload = deflated.subarray(0, -EMPTY_BLOCK);
  return [Buffer.concat([frameHeader(payload.length, true), payload])];
}

/** The header of an unfragmented, unmasked text frame (RFC 6455, 5.2); RSV1 marks a compressed message. */
function frameHeader(length: number, isCompressed: boolean): Buffer {
  const first = isCompressed ? 0xc1 : 0x81;
  if (length < 126) return Buffer.from([first, length]);
  if (length < 65_536) return Buffer.from([first, 126, length >> 8, length & 0xff]);
  const header = Buffer.alloc(10);
  header.writeUInt16BE((first << 8) | 127);
  header.writeUIntBE(length, 4, 6);
  return header;
}
