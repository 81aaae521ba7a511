import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
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

  it('is downloaded as CSV, by the format or the header, all of what matches', async () => {
    const { headers, body } = await admin.get('/api/log?format=csv&kind=settings.');
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8; header=present',
      'attachment; filename="log.csv"',
    ]);
    const [header, ...lines] = (body as string).trimEnd().split('\r\n');
    expect(header).toBe('id,time,kind,object,name,sentence,cause,via,who,address,result,before,after');
    const all = (await page('?kind=settings.&limit=500')).entries;
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(all.map(({ id }) => id));
    const accepted = await admin.get('/api/log?object=settings:power&limit=2', { accept: 'text/csv' });
    expect((accepted.body as string).trimEnd().split('\r\n')).toHaveLength(3);
    expect(accepted.headers.get('vary')).toBe('Accept-Encoding, Accept');
    expect((await admin.get('/api/log?format=json', { accept: 'text/csv' })).body.entries).toBeDefined();
    expect((await admin.get('/api/log?format=xml')).status).toBe(422);
  });

  it('has more entries in its CSV than it reads at once', async () => {
    const audit = pdu.app.get(AuditLogService);
    const record = { kind: 'test.many', object: 'device', cause: { kind: 'system', who: 'test' } } as const;
    await audit.record(...Array.from({ length: 650 }, () => record));
    const { body } = await admin.get('/api/log?format=csv&kind=test.many');
    const ids = (body as string)
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect([ids.length, new Set(ids).size]).toEqual([650, 650]);
  });

  it('holds nothing in its CSV that a spreadsheet would calculate', async () => {
    await admin.put('/api/outlets/1-1200578', { outletName: '=HYPERLINK("http://x")' });
    await admin.put('/api/outlets/1-1200578', { state: 'OFF' });
    const { body } = await admin.get('/api/log?format=csv&kind=outlet.switch');
    expect(body).toContain(`,"'=HYPERLINK(""http://x"")",`);
    expect(body).not.toMatch(/(^|,)"?[=+@]/m);
  });

  it('requires a permission of its own or that to view users, because it contains their names and addresses', async () => {
    expect((await (await pdu.as({ viewUsersList: true })).get('/api/log')).status).toBe(200);
    expect((await (await pdu.as({ viewLog: true })).get('/api/log')).status).toBe(200);
    expect((await (await pdu.as({ viewGlobalDeviceSettings: true })).get('/api/log')).status).toBe(403);
    expect((await pdu.request('GET', '/api/log')).status).toBe(401);
  });
});

describe('the reason of a switching command', () => {
  let pdu: Pdu;
  let admin: Client;
  beforeAll(async () => {
    pdu = await aPdu();
    admin = await pdu.as('admin');
    await admin.post('/api/groups', { groupName: 'Web', outlets: ['4', '5'] });
  });
  afterAll(() => pdu.stop());

  /** The newest entries of commands; the moves of a power cycle are caused by it. */
  const newest = async (count: number): Promise<(Entry & { after: object })[]> => {
    const { entries } = (await admin.get('/api/log')).body as { entries: (Entry & { via: string; after: object })[] };
    return entries.filter(({ via }) => via === 'session').slice(0, count);
  };

  it.each<[string, 'put' | 'post', string, object, number]>([
    ['an outlet', 'put', '/api/outlets/1', { state: 'OFF' }, 1],
    ['several outlets', 'put', '/api/outlets', { outlets: ['2', '3'], state: 'OFF' }, 2],
    ['a reboot', 'put', '/api/outlets/6', { state: 'REBOOT' }, 1],
    ['a group and each of its outlets', 'put', '/api/groups/1', { state: 'OFF' }, 3],
    ['a relay output', 'put', '/api/relayOutput/1', { state: 'ON' }, 1],
    ['the relay of a hub', 'post', '/api/sensors/SB-1000036', { outputRelays: [{ index: 1, state: 'CLOSE' }] }, 1],
  ])('is in the records of %s', async (_name, method, path, body, records) => {
    expect((await admin[method](path, { ...body, reason: ' 2026-11: new fans ' })).status).toBe(200);
    const entries = await newest(records);
    expect(entries.map(({ after }) => after)).toEqual(
      Array(records).fill(expect.objectContaining({ reason: '2026-11: new fans' })),
    );
  });

  it('is shown to whoever may see the object, whatever it says', async () => {
    await admin.put('/api/outlets/7', { state: 'OFF', reason: '2026-11' });
    const reader = await pdu.as({ viewUsersList: true, viewOutlets: [pdu.model.outlets[6]?.id ?? ''] });
    const { entries } = (await reader.get('/api/log?kind=outlet.switch&limit=1')).body;
    expect(entries).toMatchObject([{ after: { state: 'OFF', reason: '2026-11' } }]);
  });

  it('is in the record of a command that the relay did not follow', async () => {
    await admin.patch('/api/simulator', { outlets: { [pdu.model.outlets[7]?.id ?? '']: { relayStuck: true } } });
    await admin.put('/api/outlets/8', { state: 'OFF', reason: 'new fans' });
    expect(await newest(1)).toMatchObject([{ kind: 'outlet.fault', after: { reason: 'new fans' } }]);
  });

  it('may be empty, is at most 200 characters long, and alone changes nothing', async () => {
    const put = (body: object) => admin.put('/api/outlets/1', body);
    expect((await put({ state: 'ON', reason: '' })).status).toBe(200);
    expect((await newest(1))[0]?.after).toEqual({ state: 'ON' });
    expect((await put({ state: 'OFF', reason: 'x'.repeat(201) })).status).toBe(422);
    expect((await put({ state: 'OFF', reason: 'two\nlines' })).status).toBe(422);
    expect((await put({ reason: 'new fans' })).body.code).toBe('NOTHING_TO_CHANGE');
    expect((await put({ state: 'OFF', reason: 'x'.repeat(200) })).body.state).toBe('OFF');
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
