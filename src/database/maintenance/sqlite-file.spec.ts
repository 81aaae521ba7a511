import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/time/time-limits.js';
import { withFile } from './sqlite-file.js';

const ENDLESS = `CREATE TABLE "number" AS
  WITH RECURSIVE "n" ("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n") SELECT "i" FROM "n"`;

describe('a database file', () => {
  it('runs a statement until the signal ends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
    const path = join(folder, 'numbers.db');
    const stop = new AbortController();
    const ended = withFile(path, (file) => file.run(ENDLESS, [], stop.signal), true);
    void eventually(() => existsSync(`${path}-journal`)).then(() => stop.abort());
    await expect(ended).rejects.toThrow('SQLITE_INTERRUPT');
    await expect(withFile(path, (file) => file.run(ENDLESS, [], stop.signal))).rejects.toThrow('aborted');
    rmSync(folder, { recursive: true });
  });
});
