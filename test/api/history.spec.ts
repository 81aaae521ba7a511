import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

let pdu: Pdu;
let admin: Client;
let outlet: string;
let bank: string;
let inlet: string;

/** Passes minutes with one poll cycle each, by the simulator's clock. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    pdu.clock.advance(60_000);
    await pdu.poll();
  }
}

beforeAll(async () => {
  pdu = await aPdu();
  outlet = pdu.model.outlets[0]?.id ?? '';
  bank = pdu.model.banks[0]?.id ?? '';
  inlet = pdu.model.inlets[0]?.id ?? '';
  await minutes(90);
  admin = await pdu.as('admin'); // a session would have ended meanwhile
});
afterAll(() => pdu.stop());

describe('GET /api/history', () => {
  it('answers columns of equal length, one row per minute', async () => {
    const { status, body } = await admin.get(`/api/history?object=${outlet}&measure=current&from=-30m&step=60`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: outlet,
      kind: 'outlet',
      measure: 'current',
      unit: 'A',
      step: 60,
      resolution: 60,
    });
    expect(body.t).toHaveLength(31);
    for (const column of [body.avg, body.min, body.max]) expect(column).toHaveLength(31);
    expect(body.t[1] - body.t[0]).toBe(60);
    for (const [i, avg] of body.avg.entries()) {
      expect(avg).toBeGreaterThanOrEqual(body.min[i]);
      expect(avg).toBeLessThanOrEqual(body.max[i]);
    }
  });

  it('covers the stored hours and the current one', async () => {
    const { body } = await admin.get(`/api/history?object=${bank}&measure=voltage&step=60&from=-90m`);
    expect(body.t).toHaveLength(91);
    expect(new Set(body.t.slice(1).map((second: number, i: number) => second - body.t[i]))).toEqual(new Set([60]));
  });

  it('answers the last day in steps for a chart by default', async () => {
    const { body } = await admin.get(`/api/history?object=${inlet}&measure=activePower`);
    expect(body).toMatchObject({ step: 300, resolution: 60 });
    expect(body.to - body.from).toBeGreaterThanOrEqual(86_400);
    expect(body.t.length).toBe(19);
  });

  it('has every second of the last hour', async () => {
    await pdu.seconds(10);
    const { body } = await admin.get(`/api/history?object=${outlet}&measure=current&from=-9s&step=1`);
    expect(body).toMatchObject({ step: 1, resolution: 1 });
    expect(body.t).toHaveLength(9);
    expect(body.avg).toEqual(body.min);
  });

  it('contains the energy used in each step', async () => {
    const { body } = await admin.get(`/api/history?object=${inlet}&measure=energy&from=-60m&step=900`);
    expect(body).toMatchObject({ unit: 'kWh', step: 900, resolution: 900 });
    const used = body.used.reduce((sum: number, each: number) => sum + each, 0);
    expect(used).toBeGreaterThan(0.5);
    expect(used).toBeCloseTo(body.max.at(-1) - body.min[0], 3);
  });

  it('shows a gap while the hardware does not respond', async () => {
    await admin.patch('/api/simulator', { bus: { failing: true } });
    await minutes(3);
    await admin.patch('/api/simulator', { bus: { failing: false } });
    await minutes(2);
    const { body } = await admin.get(`/api/history?object=${outlet}&measure=current&from=-6m&step=60`);
    const steps = body.t.slice(1).map((second: number, i: number) => second - body.t[i]);
    expect(Math.max(...steps)).toBeGreaterThanOrEqual(180);
    expect(body.avg).not.toContain(0);
  });

  it('is CSV on request, by parameter or header', async () => {
    const path = `/api/history?object=${inlet}&measure=energy&from=-30m&step=600`;
    const byParameter = await admin.get(`${path}&format=csv`);
    expect(byParameter.headers.get('content-type')).toMatch(/^text\/csv/);
    const [header, first] = String(byParameter.body).split('\r\n');
    expect(header).toBe('time,avg,min,max,used');
    expect(first).toMatch(/^2026-03-02T\d\d:\d0:00\.000Z(,\d+(\.\d+)?){4}$/);
    expect((await admin.get(path, { accept: 'text/csv' })).body).toBe(byParameter.body);
    expect((await admin.get(path, { accept: 'application/json' })).body.t).toHaveLength(
      String(byParameter.body).trim().split('\r\n').length - 1,
    );
  });

  it.each([
    ['', 'object'],
    [`object=OUTLET&measure=`, 'measure'],
    [`object=OUTLET&measure=colour`, 'measure'],
    [`object=OUTLET&measure=temperature`, 'measure'],
    [`object=OUTLET&measure=current&from=yesterday`, 'from'],
    [`object=OUTLET&measure=current&from=2026-02-30`, 'from'],
    [`object=OUTLET&measure=current&from=2026-04-31T12:00:00%2B02:00`, 'from'],
    [`object=OUTLET&measure=current&from=-1h&to=-2h`, 'from'],
    [`object=OUTLET&measure=current&from=0&step=1`, 'step'],
    [`object=OUTLET&measure=current&step=0`, 'step'],
    [`object=OUTLET&measure=current&step=1.5`, 'step'],
    [`object=OUTLET&measure=current&points=1e9`, 'points'],
    [`object=OUTLET&measure=current&format=xml`, 'format'],
    [`object=OUTLET&measure=current&measure=voltage`, 'measure'],
  ])('refuses "%s" and names the %s', async (query, field) => {
    const { status, body } = await admin.get(`/api/history?${query.replace('OUTLET', outlet)}`);
    expect([status, body.details[0].field]).toEqual([422, field]);
  });

  it('answers null, not zero, for a time without measurements', async () => {
    const { status, body } = await admin.get(
      `/api/history?object=${outlet}&measure=current&from=2020-01-01&to=2020-01-02T00:00:00Z`,
    );
    expect([status, body.t, body.avg]).toEqual([200, [], []]);
  });

  it('requires the permission to view the object', async () => {
    const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
    const one = await pdu.as({ viewOutlets: [first], viewBankStats: true });
    const status = async (object: string) => (await one.get(`/api/history?object=${object}&measure=current`)).status;
    expect(await Promise.all([first, bank, second, inlet, 'L1-1000036', 'SA-1000036', 'X9'].map(status))).toEqual([
      200, 200, 403, 403, 403, 403, 404,
    ]);
    const { body } = await one.get('/api/history/objects');
    expect(body.objects.map(({ id }: { id: string }) => id)).toEqual([...pdu.model.banks.map(({ id }) => id), first]);
    const extremes = await one.get('/api/history/extremes');
    expect(extremes.body.map(({ id }: { id: string }) => id)).toEqual([...pdu.model.banks.map(({ id }) => id), first]);
  });
});

describe('GET /api/history/objects', () => {
  it('lists every measured object, and how far back the samples reach', async () => {
    await admin.put(`/api/outlets/${outlet}`, { outletName: 'Core switch' });
    const { body } = await admin.get('/api/history/objects');
    const of = (id: string) => body.objects.find((each: { id: string }) => each.id === id);
    expect(of(outlet)).toMatchObject({ kind: 'outlet', name: 'Core switch' });
    expect(of(outlet).measures).toContainEqual({ measure: 'activePower', label: 'Active power', unit: 'W' });
    expect(of('SA-1000036').measures.map(({ measure }: { measure: string }) => measure)).toEqual([
      'temperature',
      'humidity',
    ]);
    expect(body.resolutions.map(({ resolution }: { resolution: number }) => resolution)).toEqual([1, 60, 900]);
    expect(body.resolutions[1].span).toBeGreaterThanOrEqual(30 * 86_400);
    expect(body.resolutions[2].span).toBeGreaterThanOrEqual(365 * 86_400);
  });
});

describe('GET /api/history/recent', () => {
  const recent = (query: string, client: Client = admin) => client.get(`/api/history/recent?${query}`);
  interface Recent {
    readonly id: string;
    readonly avg: (number | null)[];
  }

  it('answers the last minutes of all outlets in one answer, in equal steps up to now', async () => {
    await admin.patch('/api/simulator', { outlets: { [outlet]: { loadAmps: 2 } } });
    await pdu.seconds(60);
    const { status, body } = await recent('kind=outlet&measure=activePower');
    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'outlet', measure: 'activePower', unit: 'W', step: 20 });
    expect(body.to - body.from).toBe(600);
    expect(body.to * 1000).toBeGreaterThan(pdu.clock.now());
    const objects = body.objects as Recent[];
    expect(objects.map(({ id }) => id)).toEqual(pdu.model.outlets.map(({ id }) => id));
    for (const { avg } of objects) expect(avg).toHaveLength(30);
    const { body: single } = await admin.get(
      `/api/history?object=${outlet}&measure=activePower&step=20&from=${body.to - 40}&to=${body.to}`,
    );
    expect(objects[0]?.avg.slice(-2)).toEqual(single.avg);
  });

  it('answers steps of another length, and null where nothing was measured', async () => {
    pdu.clock.advance(120_000);
    await pdu.seconds(1);
    const { body } = await recent('kind=bank&measure=current&span=240&step=30');
    const objects = body.objects as Recent[];
    expect(objects.map(({ id }) => id)).toEqual(pdu.model.banks.map(({ id }) => id));
    expect(objects[0]?.avg).toHaveLength(8);
    expect(objects[0]?.avg.slice(-4, -1)).toEqual([null, null, null]);
    expect(objects[0]?.avg.at(-1)).toBeGreaterThan(0);
  });

  it('reaches back before a restart by the minutes that were stored', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-recent-'));
    const first = await aPdu({ dataDir: folder });
    for (let minute = 0; minute < 8; minute++) {
      first.clock.advance(60_000);
      await first.poll();
    }
    await first.stop();
    first.clock.advance(5_000);
    const second = await aPdu({ dataDir: folder, clock: first.clock });
    await second.seconds(1);
    const { body } = await recent('kind=outlet&measure=activePower', await second.as('admin'));
    const known = (body.objects[0] as Recent).avg.filter((value) => value !== null);
    expect(known.length).toBeGreaterThan(15);
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it('has only what the caller may view', async () => {
    const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
    const two = await pdu.as({ viewOutlets: [second, first] });
    const idsOf = async (kind: string) =>
      ((await recent(`kind=${kind}&measure=current`, two)).body.objects as Recent[]).map(({ id }) => id);
    expect(await idsOf('outlet')).toEqual([first, second]);
    expect(await idsOf('bank')).toEqual([]);
  });

  it.each([
    ['kind=outlet', 'measure'],
    ['measure=current', 'kind'],
    ['kind=rack&measure=current', 'kind'],
    ['kind=outlet&measure=current&span=4000', 'span'],
    ['kind=outlet&measure=current&step=1', 'step'],
  ])('refuses %s', async (query, field) => {
    const { status, body } = await recent(query);
    expect([status, body.details[0].field]).toEqual([422, field]);
  });
});

describe('extremes', () => {
  const currentOf = async (id: string) => {
    const { body } = await admin.get('/api/history/extremes');
    const object = body.find((each: { id: string }) => each.id === id);
    return { since: object.since, ...object.measures.find((each: { measure: string }) => each.measure === 'current') };
  };

  it('are the lowest and highest reading since the reset, with their times', async () => {
    await pdu.seconds(5);
    await admin.patch('/api/simulator', { outlets: { [outlet]: { loadAmps: 7 } } });
    const high = pdu.clock.now();
    await pdu.seconds(1);
    await admin.patch('/api/simulator', { outlets: { [outlet]: { loadAmps: 3 } } });
    await pdu.seconds(2);
    const before = await currentOf(outlet);
    expect(before.max).toBeGreaterThan(6.5);
    expect([high, high + 1000]).toContain(Date.parse(before.maxAt));

    const reset = await admin.post('/api/history/extremes/reset', { objects: [outlet] });
    expect([reset.status, reset.body]).toEqual([200, { objects: [outlet] }]);
    const since = new Date(pdu.clock.now()).toISOString();
    await pdu.seconds(1);
    const after = await currentOf(outlet);
    expect(after.max).toBeLessThan(3.5);
    expect(after.since).toBe(since);
    expect((await currentOf(bank)).since).not.toBe(since);
    const log = await admin.get(`/api/log?kind=history.&object=outlet:${outlet}`);
    expect(log.body.entries[0].before.current.max).toBeCloseTo(before.max, 2);
  });

  it('are reset only by users who may change the object', async () => {
    const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
    const one = await pdu.as({ viewOutlets: [first, second], modifyOutlets: [first], viewBankStats: true });
    const reset = async (objects: string[]) => (await one.post('/api/history/extremes/reset', { objects })).status;
    expect(await Promise.all([[first], [second], [first, second], [bank], ['X9']].map(reset))).toEqual([
      200, 403, 403, 403, 404,
    ]);
    expect((await one.post('/api/history/extremes/reset')).body).toEqual({ objects: [first] });
    const nobody = await pdu.as({ viewOutlets: [first] });
    expect((await nobody.post('/api/history/extremes/reset')).body).toEqual({ objects: [] });
  });
});

describe('energy', () => {
  const energyOf = async (id: string) =>
    (await admin.get('/api/energy')).body.find((each: { id: string }) => each.id === id);

  it('has a lifetime counter and one that can be reset, for each inlet, bank and outlet', async () => {
    const before = await energyOf(outlet);
    expect(before).toMatchObject({ kind: 'outlet', name: 'Core switch' });
    expect(before.sinceReset).toBe(before.lifetime);
    const whole = await energyOf(inlet);
    expect((await admin.post('/api/energy/reset', { objects: [outlet, bank] })).body.objects.sort()).toEqual(
      [outlet, bank].sort(),
    );
    await minutes(10);
    admin = await pdu.as('admin');
    const after = await energyOf(outlet);
    expect(after.resetAt).toMatch(/^2026-03-02T/);
    expect(after.lifetime).toBeGreaterThan(before.lifetime);
    expect(after.sinceReset).toBeCloseTo(after.lifetime - before.lifetime, 2);
    expect((await energyOf(inlet)).sinceReset).toBeGreaterThan(whole.sinceReset);
    const shown = await admin.get(`/api/banks/${bank}`);
    expect(shown.body.energyAccumulation).toBe((await energyOf(bank)).sinceReset);
  });

  it('is shown to users who may view the object, and reset by users who may change it', async () => {
    const [first = '', second = ''] = pdu.model.outlets.map(({ id }) => id);
    const one = await pdu.as({ viewOutlets: [first, second], modifyOutlets: [second] });
    expect((await one.get('/api/energy')).body.map(({ id }: { id: string }) => id)).toEqual([first, second]);
    const reset = async (objects: string[]) => (await one.post('/api/energy/reset', { objects })).status;
    expect(await Promise.all([[first], [second], [inlet], ['SA-1000036'], []].map(reset))).toEqual([
      403, 200, 403, 404, 422,
    ]);
    expect((await one.post('/api/energy/reset')).body).toEqual({ objects: [second] });
  });
});

describe('a restart of the controller', () => {
  it('preserves samples, extremes and energy counters', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-history-'));
    const first = await aPdu({ dataDir });
    const client = await first.as('admin');
    await client.post('/api/energy/reset');
    for (let minute = 0; minute < 8; minute++) {
      first.clock.advance(60_000);
      await first.poll();
    }
    const path = `/api/history?object=${inlet}&measure=activePower&step=60&from=-10m`;
    const reads = async (from: Client) => [
      (await from.get(path)).body,
      (await from.get('/api/history/extremes')).body,
      (await from.get('/api/energy')).body,
    ];
    const before = await reads(client);
    await first.stop();
    const second = await aPdu({ dataDir, clock: first.clock });
    const [samples, extremes, energy] = await reads(await second.as('admin'));
    await second.stop();
    rmSync(dataDir, { recursive: true });
    // The minute of the restart continues: its mean has one reading more.
    expect([samples.t, samples.avg.slice(0, -1)]).toEqual([before[0].t, before[0].avg.slice(0, -1)]);
    expect(samples.t).toHaveLength(9);
    expect(extremes.map(({ id, since }: { id: string; since: string }) => [id, since])).toEqual(
      before[1].map(({ id, since }: { id: string; since: string }) => [id, since]),
    );
    expect(energy.map(({ resetAt }: { resetAt: string }) => resetAt)).toEqual(
      before[2].map(({ resetAt }: { resetAt: string }) => resetAt),
    );
  });
});
