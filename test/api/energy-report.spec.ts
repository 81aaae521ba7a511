import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kWh: number;
  readonly cost?: number;
  readonly kgCO2?: number;
  readonly share?: number;
  readonly coverage: number;
  readonly peakWatts?: number;
  readonly partial?: boolean;
}

const TARIFF = {
  currency: 'EUR',
  rates: [{ name: 'Evening', perKWh: 0.5, days: [0, 1, 2, 3, 4, 5, 6], from: '18:00', to: '24:00' }],
  defaultPerKWh: 0.2,
  gramsCO2PerKWh: 400,
};
/** Vienna is an hour ahead: the readings are from 22:30 to 00:30 local time. The day (UTC) is not over, so that all are minutes. */
const START = '2026-03-02T21:30:00Z';
const MIDNIGHT = '2026-03-02T23:00:00.000Z';

let pdu: Pdu;
let admin: Client;

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    pdu.clock.advance(60_000);
    await pdu.poll();
  }
}

/** By outlet, unless the query says otherwise. */
const report = async (query: string, client = admin) =>
  client.get(`/api/energy/report?${query.includes('by=') ? query : `by=outlet&${query}`}`);
const sumOf = (rows: readonly Row[]): number => rows.reduce((sum, { kWh }) => sum + kWh, 0);

beforeAll(async () => {
  pdu = await aPdu({ clock: new VirtualClock(START) });
  await pdu.poll();
  await minutes(120);
  admin = await pdu.as('admin');
  await admin.post('/api/conf', { timezone: 'Europe/Vienna', tariff: TARIFF });
  await admin.post('/api/groups', { groupName: 'Storage', outlets: ['1', '2'] });
  await admin.post('/api/groups', { groupName: 'Web', outlets: ['2', '9'] });
});
afterAll(() => pdu.stop());

describe('GET /api/energy/report', () => {
  it('has the energy of each outlet as its counter has counted it, with cost, carbon dioxide, peak and share', async () => {
    const { status, body } = await report(`from=${START}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      by: 'outlet',
      step: 'total',
      currency: 'EUR',
      timezone: 'Europe/Vienna',
      partial: false,
    });
    expect(body.periods).toEqual([]);
    const rows = body.total.rows as Row[];
    expect(rows).toHaveLength(16);
    const { body: history } = await admin.get(
      `/api/history?object=${rows[0]?.id}&measure=energy&step=60&from=${START}`,
    );
    const counted = history.max.at(-1) - history.min[0];
    expect(counted).toBeGreaterThan(0);
    expect(Math.abs((rows[0]?.kWh ?? 0) - counted)).toBeLessThan(0.001);
    for (const row of rows) {
      expect(row.coverage).toBeGreaterThan(0.99);
      expect(row.kgCO2).toBeCloseTo(row.kWh * 0.4, 2);
      expect(row.peakWatts ?? 0).toBeGreaterThanOrEqual((row.kWh * 1000) / 2.1);
    }
  });

  it('prices each minute by its rate, in the time of the device', async () => {
    const { body } = await report(`from=${START}&step=day`);
    const [evening, night] = body.periods;
    expect([evening.to, night.from]).toEqual([MIDNIGHT, MIDNIGHT]);
    expect(evening.sum.cost).toBeCloseTo(evening.sum.kWh * 0.5, 2);
    expect(night.sum.cost).toBeCloseTo(night.sum.kWh * 0.2, 2);
    expect(evening.sum.cost + night.sum.cost).toBeCloseTo(body.total.sum.cost, 3);
    expect(evening.sum.kWh + night.sum.kWh).toBeCloseTo(body.total.sum.kWh, 2);
  });

  it('agrees for outlets, banks and inlets but for the losses, which are a line of their own', async () => {
    const [outlets, banks, inlets] = await Promise.all(
      ['outlet', 'bank', 'inlet'].map(async (by) => (await report(`by=${by}&from=${START}`)).body.total),
    );
    expect(outlets.losses.kWh).toBeCloseTo(inlets.sum.kWh - outlets.sum.kWh, 2);
    expect(banks.losses.kWh).toBeCloseTo(inlets.sum.kWh - banks.sum.kWh, 2);
    expect(inlets).not.toHaveProperty('losses');
    expect(sumOf(outlets.rows)).toBeCloseTo(outlets.sum.kWh, 2);
    expect(Math.abs(outlets.losses.kWh)).toBeLessThan(inlets.sum.kWh * 0.1);
    const shares = (inlets.rows as Row[]).map(({ share }) => share ?? 0);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 3);
    const first = (outlets.rows as Row[])[0];
    const bank = (banks.rows as Row[])[0];
    expect(first?.share).toBeCloseTo((first?.kWh ?? 0) / (bank?.kWh ?? 1), 2);
  });

  it('counts an outlet that is in two groups once in the sum, and has the outlets without a group', async () => {
    const { body } = await report(`by=group&from=${START}`);
    const outlets = (await report(`from=${START}`)).body.total.rows as Row[];
    const kWh = (index: number): number => outlets[index - 1]?.kWh ?? 0;
    const [storage, web] = body.total.rows as Row[];
    expect([storage?.name, web?.name]).toEqual(['Storage', 'Web']);
    expect(storage?.kWh).toBeCloseTo(kWh(1) + kWh(2), 2);
    expect(body.total.sum.kWh).toBeCloseTo(kWh(1) + kWh(2) + kWh(9), 2);
    expect(body.total.sum.kWh + body.total.others.kWh).toBeCloseTo(sumOf(outlets), 2);
    expect(storage?.peakWatts).toBeCloseTo((outlets[0]?.peakWatts ?? 0) + (outlets[1]?.peakWatts ?? 0), -1);
  });

  it('has a row for each value of a label, and the outlets without the label', async () => {
    await admin.put('/api/outlets/1', { labels: { tenant: 'blue' } });
    await admin.put('/api/outlets/2', { labels: { tenant: 'blue' } });
    await admin.put('/api/outlets/9', { labels: { tenant: '=amber' } });
    const { body } = await report(`by=label:tenant&from=${START}`);
    const outlets = (await report(`from=${START}`)).body.total.rows as Row[];
    const kWh = (index: number): number => outlets[index - 1]?.kWh ?? 0;
    const [amber, blue] = body.total.rows as Row[];
    expect([amber?.name, blue?.name]).toEqual(['=amber', 'blue']);
    expect(blue?.kWh).toBeCloseTo(kWh(1) + kWh(2), 2);
    expect(body.total.sum.kWh + body.total.others.kWh).toBeCloseTo(sumOf(outlets), 2);
    expect((await report(`by=label:tenant&from=${START}&format=csv`)).body).toContain(`,label:tenant,'=amber,'=amber,`);
    const tenant = await pdu.as({ viewOutlets: ['9-1200579'] });
    const own = await report(`by=label:tenant&from=${START}`, tenant);
    expect((own.body.total.rows as Row[]).map(({ id }) => id)).toEqual(['=amber']);
  });

  it('has the current month by default, and a day by its date', async () => {
    expect((await report('')).body).toMatchObject({ from: '2026-02-28T23:00:00.000Z' });
    const { body } = await report('from=2026-03-02&to=2026-03-03');
    expect([body.from, body.to]).toEqual(['2026-03-01T23:00:00.000Z', MIDNIGHT]);
    expect(body.total.sum.coverage).toBeCloseTo(1.5 / 24, 2);
    const future = await report('from=2026-03-03&to=2026-04-01');
    expect(Date.parse(future.body.to as string)).toBeLessThanOrEqual(pdu.clock.now() + 1000);
  });

  it('has the words of its question in any case', async () => {
    const { status, body } = await report(`by=Bank&step=DAY&format=JSON&from=${START}`);
    expect([status, body.by, body.step]).toEqual([200, 'bank', 'day']);
  });

  it('leaves out what was not measured', async () => {
    const { body } = await report('from=2026-01-01&to=2026-01-02');
    for (const row of body.total.rows) expect(Object.keys(row as object).sort()).toEqual(['coverage', 'id', 'name']);
    expect(body.total).not.toHaveProperty('losses');
  });

  it.each([
    ['from=2025-01-01', 'from', 'A report covers at most 400 days; ask for a later from or an earlier to.'],
    ['from=2026-03-02&to=2026-03-01', 'from', 'from must be before to and before now, and not before 1970.'],
    ['from=soon', 'from', expect.stringMatching(/^from must be a day such as 2026-03-01/)],
    ['by=rack', 'by', 'by must be outlet, group, bank, inlet, or a label such as label:tenant.'],
    ['step=hour', 'step', 'step must be one of day, week, month, total.'],
  ])('refuses %s with a sentence', async (query, field, message) => {
    const { status, body } = await report(query);
    expect([status, body.details]).toEqual([422, [{ field, message }]]);
  });

  it('is a CSV file that no spreadsheet calculates', async () => {
    await admin.put('/api/outlets/1', { outletName: '=HYPERLINK("http://x")' });
    const { body, headers } = await report(`from=${START}&format=csv`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect((await admin.get(`/api/energy/report?by=outlet&from=${START}`, { accept: 'text/csv' })).body).toBe(body);
    const [header, first, ...rest] = (body as string).split('\r\n');
    expect(header).toBe('from,to,kind,id,name,kWh,cost,currency,kgCO2,peakWatts,peakAt,share,coverage,partial');
    expect(first).toContain(`,outlet,1-1200578,"'=HYPERLINK(""http://x"")",`);
    expect(rest.at(-3)).toContain(',sum,,,');
    expect(rest.at(-2)).toContain(',losses,,,');
  });

  it('is a page to print that loads and runs nothing, with names as text', async () => {
    await admin.put('/api/outlets/1', { outletName: '<script>alert(1)</script>' });
    const { body, headers } = await report(`from=${START}&step=day&format=html`);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(body).not.toMatch(/<script|<link|<img|\son\w+=|\sstyle=/);
    const style = /<style>(.*?)<\/style>/s.exec(body as string)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('2026-03-03 00:00');
  });

  it('is a page to print in the language of the reader, with the numbers of that language', async () => {
    const asked = `/api/energy/report?by=outlet&from=${START}&format=html`;
    const page = async (query: string, preferred: string) =>
      String((await admin.get(asked + query, { 'Accept-Language': preferred })).body);
    const english = await page('', 'fr, en;q=0.5');
    expect(english).toMatch(/<html lang="en">.*<h1>Energy of .*<td>Losses and metering error<\/td><td>-?\d+\.\d{3}</s);
    const german = await page('', 'de-AT, en;q=0.5');
    expect(german).toMatch(
      /<html lang="de">.*<h1>Energie von .*<td>Verluste und Messabweichung<\/td><td>-?\d+,\d{3}</s,
    );
    expect(await page('&language=en', 'de')).toBe(english);
    expect(await page('&language=de', 'en')).toBe(german);
    expect((await report(`from=${START}&format=html&language=fr`)).status).toBe(422);
  });
});

describe('a report of a role', () => {
  it('has the outlets that it may view, and says that sums are partial', async () => {
    const tenant = await pdu.as({ viewOutlets: ['1-1200578', '9-1200579'], viewInletStats: true, viewBankStats: true });
    const { body } = await report(`from=${START}`, tenant);
    expect((body.total.rows as Row[]).map(({ id }) => id)).toEqual(['1-1200578', '9-1200579']);
    expect(body.partial).toBe(true);
    expect(body.total).not.toHaveProperty('losses');
    expect(body.total.sum.kWh).toBeCloseTo(sumOf(body.total.rows as Row[]), 2);
    expect(body.total.sum.cost).toBeGreaterThan(0);
  });

  it('has no share of a parent that the role may not view', async () => {
    const tenant = await pdu.as({ viewOutlets: ['1-1200578'] });
    const [row] = (await report(`from=${START}`, tenant)).body.total.rows as Row[];
    expect(row?.kWh).toBeGreaterThan(0);
    expect(row).not.toHaveProperty('share');
  });

  it('has groups with the outlets that it may view', async () => {
    const tenant = await pdu.as({ viewOutlets: ['1-1200578'], viewOutletGroups: true });
    const { body } = await report(`by=group&from=${START}`, tenant);
    const [storage, web] = body.total.rows as Row[];
    expect([storage?.partial, web?.partial, web?.kWh]).toEqual([true, true, undefined]);
    expect(body.total).not.toHaveProperty('others');
  });

  it('is refused for a kind of which it may view nothing', async () => {
    const nobody = await pdu.as({ viewEventActions: true });
    for (const by of ['outlet', 'group', 'bank', 'inlet']) {
      expect((await report(`by=${by}`, nobody)).status).toBe(403);
    }
    expect((await pdu.request('GET', '/api/energy/report')).status).toBe(401);
  });
});

describe('a PDU that meters its inlet only', () => {
  it('has a report of its inlet, and none of outlets', async () => {
    const other = await aPdu({ model: 'inlet-metered', clock: new VirtualClock(START) });
    const client = await other.as('admin');
    expect((await client.get('/api/energy/report?by=outlet')).status).toBe(404);
    const { status, body } = await client.get('/api/energy/report?by=inlet');
    expect([status, body.total.rows.length]).toEqual([200, 1]);
    await other.stop();
  });
});
