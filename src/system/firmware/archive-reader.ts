import { Header } from 'tar/header';
import { FirmwareRefusal } from './manifest.js';

const BLOCK = 512;
/** Most zeros at the end: archives are padded to whole records of 10 KiB. */
const MAX_FILLING = 64 * 1024;

export interface ArchiveEntry {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

/** Reads a tar archive from a stream of bytes: plain files only, one after another, without holding them in memory. */
export class ArchiveReader {
  readonly #source: AsyncIterator<Buffer, undefined>;
  #rest: Buffer = Buffer.alloc(0);
  /** Unread bytes of the current entry, with its padding. */
  #left = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  }

  /**
   * The next file; undefined at the end. Throws {@link FirmwareRefusal} for a link, a device, or an invalid archive.
   */
  async next(): Promise<ArchiveEntry | undefined> {
    if (this.#left > 0) throw new Error('The body of an entry is read before the next one is asked for.');
    const block = await this.#take(BLOCK);
    if (block.every((byte) => byte === 0)) return undefined;
    const header = new Header(block);
    if (!header.cksumValid || !header.path || header.size === undefined) {
      throw new FirmwareRefusal('it is not a firmware bundle, or is damaged');
    }
    if (header.type !== 'File') throw new FirmwareRefusal(`it holds ${header.path}, which is not a plain file`);
    return { path: header.path, size: header.size };
  }

  /** The bytes of the file that {@link next} has just returned. */
  async *body({ size }: ArchiveEntry): AsyncGenerator<Buffer> {
    this.#left = size;
    while (this.#left > 0) {
      if (this.#rest.length === 0) await this.#more();
      const chunk = this.#rest.subarray(0, this.#left);
      this.#rest = this.#rest.subarray(chunk.length);
      this.#left -= chunk.length;
      yield chunk;
    }
    await this.#take((BLOCK - (size % BLOCK)) % BLOCK);
  }

  /** Reads the rest after the last file, so that the checksum of the compressed stream is checked. */
  async end(): Promise<void> {
    let filling = this.#rest.length;
    for (let chunk = await this.#source.next(); !chunk.done; chunk = await this.#source.next()) {
      filling += chunk.value.length;
      if (filling > MAX_FILLING) throw new FirmwareRefusal('more follows after its last file');
    }
  }

  async #take(size: number): Promise<Buffer> {
    while (this.#rest.length < size) await this.#more();
    const taken = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return taken;
  }

  async #more(): Promise<void> {
    const chunk = await this.#source.next();
    if (chunk.done) throw new FirmwareRefusal('it is not complete');
    this.#rest = this.#rest.length === 0 ? chunk.value : Buffer.concat([this.#rest, chunk.value]);
  }
}
