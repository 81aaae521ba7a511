import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DemoFolder } from './demo-folder.js';

describe('the folder of a demo that is stored', () => {
  let parent: string;
  let path: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
    path = join(parent, 'demo');
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it('is made where there is none, and found again with its past', () => {
    const first = DemoFolder.stored(path);
    expect(existsSync(path)).toBe(false);
    first.begin();
    expect(first.hasPast).toBe(false);
    first.complete();
    expect(DemoFolder.stored(path).hasPast).toBe(true);
  });

  it('is not one with the data of a controller, in which nothing changes', () => {
    mkdirSync(path);
    writeFileSync(join(path, 'rackfeed.sqlite'), 'the accounts of a real PDU');
    expect(() => DemoFolder.stored(path)).toThrow('is not that of a demo');
    expect(readdirSync(path)).toEqual(['rackfeed.sqlite']);
  });

  it('is not one whose demo was stopped before it was complete', () => {
    DemoFolder.stored(path).begin();
    expect(() => DemoFolder.stored(path)).toThrow('stopped before it was complete');
  });
});
