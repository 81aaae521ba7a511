import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(120_000);

describe('the types of the API that the browser UI is built with', () => {
  it('are those of the OpenAPI documents of a controller and of a hub; if not: npm run api-types', () => {
    const script = join(import.meta.dirname, '../../scripts/api-types.mjs');
    const { stdout, status } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    const current = ['web/src/api/schema.d.ts is current.', 'web/src/api/hub-schema.d.ts is current.'];
    expect([status, stdout.trim().split('\n')]).toEqual([0, current]);
  });
});
