import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { replaceFile } from './durable-file.js';

/** Size of the header with checksums of the source (V8 compares only its length) and the code (damage would crash). */
const HEADER = 8;

/** More than a program or its compiled code ever has: address space only, bytes. */
const LARGEST = 2 ** 26;

/**
 * Loads a CommonJS file, in ASCII, with the code that V8 compiled at an earlier start; that halves the time of a start.
 * V8 itself refuses code of another version of it or with other flags.
 */
export class CachedModule {
  readonly #script: Script;
  readonly #sourceSum: number;
  readonly #isFresh: boolean;

  constructor(
    private readonly file: string,
    private readonly cacheFile: string,
  ) {
    const [before, after] = Module.wrap('\0').split('\0');
    const memory = new FileMemory();
    const source = memory.read(file, before, after);
    this.#sourceSum = crc32(source);
    // One byte for each character: decoding as UTF-8 gives the same string, but checks every byte.
    const text = source.toString('latin1');
    const cache = readCache(memory, cacheFile, this.#sourceSum);
    this.#script = new Script(text, { filename: file, ...(cache && { cachedData: cache.subarray(HEADER) }) });
    memory.free();
    this.#isFresh = cache !== undefined && this.#script.cachedDataRejected === false;
  }

  /** Runs the module and returns its exports. */
  load(): unknown {
    const module = new Module(this.file);
    module.filename = this.file;
    const run = this.#script.runInThisContext() as (...names: unknown[]) => void;
    run.call(module.exports, module.exports, createRequire(this.file), module, this.file, dirname(this.file));
    return module.exports;
  }

  /** Saves the code that V8 has compiled so far, once; best when everything that a start needs has run. */
  saveCache(): void {
    if (this.#isFresh) return;
    try {
      const code = this.#script.createCachedData();
      const header = Buffer.alloc(HEADER);
      header.writeUInt32LE(this.#sourceSum, 0);
      header.writeUInt32LE(crc32(code), 4);
      mkdirSync(dirname(this.cacheFile), { recursive: true, mode: 0o700 });
      replaceFile(this.cacheFile, Buffer.concat([header, code]));
    } catch {
      rmSync(this.cacheFile, { force: true }); // without it the next start is slower, no more
    }
  }
}

/**
 * Memory for one file after another, because the first use of each page takes longer than reading into it. It can be freed
 * at once; a garbage collection may follow only after hours.
 */
class FileMemory {
  readonly #buffer = new ArrayBuffer(0, { maxByteLength: LARGEST });

  /** Reads a file between two texts, as one: V8 would copy a text that is put together. Overwrites what was read before. */
  read(file: string, before = '', after = ''): Buffer {
    const descriptor = openSync(file, 'r');
    try {
      const end = before.length + fstatSync(descriptor).size;
      const length = end + after.length;
      if (this.#buffer.byteLength < length) this.#buffer.resize(length);
      const bytes = Buffer.from(this.#buffer, 0, length);
      let at = bytes.write(before, 'latin1');
      while (at < end) {
        const read = readSync(descriptor, bytes, at, end - at, null);
        if (read === 0) throw new Error(`${file} has become shorter while it was read.`);
        at += read;
      }
      bytes.write(after, end, 'latin1');
      return bytes;
    } finally {
      closeSync(descriptor);
    }
  }

  free(): void {
    this.#buffer.resize(0);
  }
}

function readCache(memory: FileMemory, file: string, sourceSum: number): Buffer | undefined {
  try {
    const bytes = memory.read(file);
    const isValid = bytes.readUInt32LE(0) === sourceSum && bytes.readUInt32LE(4) === crc32(bytes.subarray(HEADER));
    return isValid ? bytes : undefined;
  } catch {
    return undefined;
  }
}
