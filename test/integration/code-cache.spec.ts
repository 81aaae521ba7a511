import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CachedModule } from '../../src/launcher/code-cache.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

describe('the compiled code of a program', () => {
  let folder: string;
  let program: string;
  let cache: string;

  beforeEach(() => {
    folder = temporaryFolder();
    program = join(folder, 'program.cjs');
    cache = join(folder, 'code-cache/base.bin');
    write('on');
    start().saveCache();
  });
  afterEach(() => removeFolder(folder));

  /** A program of the same length for each state of two letters. */
  const write = (state: string): void => writeFileSync(program, `exports.state = () => '${state}';`);

  function start(): CachedModule & { readonly state: string } {
    const module = new CachedModule(program, cache);
    return Object.assign(module, { state: (module.load() as { state: () => string }).state() });
  }

  /** True if a start has used what was stored: it does not store it again. */
  function isUsed(): boolean {
    const started = start();
    rmSync(cache);
    started.saveCache();
    return !existsSync(cache);
  }

  it('is used by the next start', () => {
    expect(start().state).toBe('on');
    expect(isUsed()).toBe(true);
  });

  it('is not used once it is damaged, shorter or empty', () => {
    const stored = readFileSync(cache);
    const damaged = [
      stored.map((byte, at) => (at === stored.length - 9 ? byte ^ 1 : byte)),
      stored.subarray(0, -8),
      stored.subarray(0, 5),
      stored.subarray(0, 0),
    ];
    for (const bytes of damaged) {
      writeFileSync(cache, bytes);
      expect(start().state).toBe('on');
      expect(isUsed()).toBe(false);
    }
  });

  it('is not used for another program of the same length', () => {
    write('of');
    expect(start().state).toBe('of');
    expect(isUsed()).toBe(false);
  });

  it('is stored again where it was not usable', () => {
    writeFileSync(cache, 'nothing');
    start().saveCache();
    expect(isUsed()).toBe(true);
  });
});
