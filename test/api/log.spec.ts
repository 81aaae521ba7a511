import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

interface Entry {
  readonly id: number;
  readonly kind: string;
  readonly object: string;
}

describe('GET /api/log', () => {
  let pdu: Pdu;
  let admin: Client;

  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    for (let time = 11; time <= 17; time++) {
      await admin.post('/api/conf', { globalRebootTime: time });
      pdu.clock.advance(1000);
    }
    await admin.post('/api/conf', { sshPort: 2222 });
  });
  afterAll(() => pdu.stop());

  const page = async (query = ''): Promise<{ entries: Entry[]; nextBefore?: number }> =>
    (await admin.get(`/api/log${query}`)).body as { entries: Entry[]; nextBefore?: number };

  it('answers the newest record first: user, source, action, values before and after', async () => {
    const { entries } = await page('?limit=2');
    expect(entries).toMatchObject([
      {
        kind: 'settings.change',
        object: 'settings:ssh',
        via: 'session',
        who: 'admin',
        address: '127.0.0.1',
        result: 'ok',
      },
      {
        object: 'settings:power',
        time: '2026-03-02T08:00:06.000Z',
        before: { globalRebootTime: 16 },
        after: { globalRebootTime: 17 },
      },
    ]);
  });

  it('can be read to its end page by page', async () => {
    const seen: number[] = [];
    let next: number | undefined;
    do {
      const { entries, nextBefore } = await page(
        `?limit=3&kind=settings.${next === undefined ? '' : `&before=${next}`}`,
      );
      expect(entries.length).toBeLessThanOrEqual(3);
      seen.push(...entries.map(({ id }) => id));
      next = nextBefore;
    } while (next !== undefined);
    expect(seen).toHaveLength(8);
    expect([...seen].sort((a, b) => b - a)).toEqual(seen);
  });

  it('is filtered by kind, object, user, result and time', async () => {
    expect((await page('?object=settings:power')).entries).toHaveLength(7);
    expect((await page('?kind=settings.&object=settings:ssh&who=admin&result=ok')).entries).toHaveLength(1);
    expect((await page('?kind=settings.&who=nobody')).entries).toEqual([]);
    expect(
      (await page('?object=settings:power&from=2026-03-02T08:00:02Z&to=2026-03-02T08:00:04Z')).entries,
    ).toHaveLength(3);
    const from = Date.parse('2026-03-02T08:00:05Z') / 1000;
    expect((await page(`?object=settings:power&from=${from}`)).entries).toHaveLength(2);
  });

  it('is followed with "after"', async () => {
    const [newest] = (await page('?limit=1')).entries;
    expect((await page(`?after=${newest?.id ?? 0}`)).entries).toEqual([]);
    await admin.post('/api/conf', { sshPort: 2223 });
    expect((await page(`?after=${newest?.id ?? 0}`)).entries).toMatchObject([{ object: 'settings:ssh' }]);
  });

  it.each([
    '?limit=0',
    '?limit=501',
    '?limit=x',
    '?before=-1',
    '?after=one',
    '?from=yesterday',
    '?limit=1&limit=2',
    '?kind[x]=1&limit=0',
  ])('refuses %s', async (query) => {
    const { status, body } = await admin.get(`/api/log${query}`);
    expect([status, body.code, body.details.length]).toEqual([422, 'VALIDATION_FAILED', 1]);
  });

  it('requires the permission to view users, because it contains their names and addresses', async () => {
    expect((await (await pdu.as({ viewUsersList: true })).get('/api/log')).status).toBe(200);
    expect((await (await pdu.as({ viewGlobalDeviceSettings: true })).get('/api/log')).status).toBe(403);
    expect((await pdu.request('GET', '/api/log')).status).toBe(401);
  });
});

describe('a restarted controller', () => {
  it('has its settings, its secrets and its audit log', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-log-'));
    const first = await aPdu({ dataDir });
    await (await first.as('admin')).post('/api/conf', { globalRebootTime: 17, smtpPassword: 'open sesame' });
    await first.stop();

    const again = await aPdu({ dataDir });
    const { body } = await (await again.as('admin')).get('/api/log?kind=settings.change');
    const { entries } = body as { entries: Entry[] };
    expect(entries.map(({ object }) => object)).toEqual(['settings:mail', 'settings:power']);
    expect(again.app.get(SettingsStore).get('globalRebootTime')).toBe(17);
    expect(again.app.get(SettingsStore).get('smtpPassword')).toBe('open sesame');
    await again.stop();
    rmSync(dataDir, { recursive: true });
  });
});
