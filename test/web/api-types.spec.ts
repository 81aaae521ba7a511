import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(120_000);

describe('the types of the API that the browser UI is built with', () => {
  it('are those of the OpenAPI document; if not: npm run api-types', () => {
    const script = join(import.meta.dirname, '../../scripts/api-types.mjs');
    const { stdout, status } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect([status, stdout.trim()]).toEqual([0, 'web/src/api/schema.d.ts is current.']);
  });
});
