import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { dirname } from 'node:path';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';
import { replaceFile } from './durable-file.js';

/** Size of the header with checksums of the source (V8 compares only its length) and the code (damage would crash). */
const HEADER = 8;

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
    const source = readFileSync(file);
    this.#sourceSum = crc32(source);
    const cachedData = readCache(cacheFile, this.#sourceSum);
    // One byte for each character: decoding as UTF-8 gives the same string, but checks every byte.
    this.#script = new Script(Module.wrap(source.toString('latin1')), {
      filename: file,
      ...(cachedData && { cachedData }),
    });
    this.#isFresh = cachedData !== undefined && this.#script.cachedDataRejected === false;
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

function readCache(file: string, sourceSum: number): Buffer | undefined {
  try {
    const content = readFileSync(file);
    const code = content.subarray(HEADER);
    return content.readUInt32LE(0) === sourceSum && content.readUInt32LE(4) === crc32(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
