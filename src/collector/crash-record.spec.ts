import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CrashRecord } from './crash-record.js';

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-crashes-'));
const file = join(folder, 'crashes.json');
afterAll(() => rmSync(folder, { recursive: true }));

describe('the record of errors that have ended a collector', () => {
  it('lets the PDU wait for longer with each one, an hour at most, and no other', () => {
    const delays = Array.from({ length: 8 }, () => {
      new CrashRecord(file).add('a', 1000);
      return new CrashRecord(file).delayOf('a') / 60_000;
    });
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(new CrashRecord(file).delayOf('b')).toBe(0);
  });

  it('begins again with a PDU that had run for long, and is gone after a stop on request', () => {
    new CrashRecord(file).add('a', 3_600_000);
    expect(new CrashRecord(file).delayOf('a')).toBe(60_000);
    new CrashRecord(file).clear();
    expect(new CrashRecord(file).delayOf('a')).toBe(0);
  });

  it.each(['', '{', '[]', '{"a":"x","b":-1}', 'null'])('counts for nothing when it cannot be read: %s', (text) => {
    writeFileSync(file, text);
    expect(['a', 'b'].map((pdu) => new CrashRecord(file).delayOf(pdu))).toEqual([0, 0]);
  });
});
