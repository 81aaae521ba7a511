import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CapacityStatisticsService } from '../../src/capacity/capacity-statistics.service.js';
import type { CapacityNodeView, CapacityView, PlacementsView, WhatIfView } from '../../src/capacity/capacity.view.js';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { THREE_PHASE_36 } from '../../src/hardware/profiles/three-phase-36.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const DAY_HOURS = 24;

/** Passes hours with two poll cycles in each. */
async function hours(pdu: Pdu, count: number): Promise<void> {
  for (let half = 0; half < 2 * count; half++) {
    pdu.clock.advance(1_800_000);
    await pdu.poll();
  }
}

const node = (view: CapacityView, id: string | undefined): CapacityNodeView => {
  const found = view.nodes.find((each) => each.id === id);
  if (!found) throw new Error(`No node ${String(id)}.`);
  return found;
};
const round = (value: number): number => Math.round(value * 1000) / 1000;

describe('the capacity of a PDU with nine days of history', () => {
  let pdu: Pdu;
  let admin: Client;
  let outlets: string[];
  let banks: string[];
  let inlet: string;
  const read = async (client: Client = admin): Promise<CapacityView> => (await client.get('/api/capacity')).body;
  const whatIf = async (change: object, client: Client = admin): Promise<WhatIfView> =>
    (await client.post('/api/capacity/what-if', change)).body;

  beforeAll(async () => {
    pdu = await aPdu();
    outlets = pdu.model.outlets.map(({ id }) => id);
    banks = pdu.model.banks.map(({ id }) => id);
    inlet = pdu.model.inlets[0]?.id ?? '';
    const first = await pdu.as('admin');
    // A load of its own for each outlet; the third has been heavier for a while, the last two feed nothing.
    const simulated = (amps: (place: number) => number) => ({
      outlets: Object.fromEntries(outlets.map((id, place) => [id, { loadAmps: amps(place), powerFactor: 0.9 }])),
    });
    const usual = (place: number): number => (place < 14 ? 0.5 + place / 20 : 0);
    await first.patch(
      '/api/simulator',
      simulated((place) => (place === 2 ? 5 : usual(place))),
    );
    await hours(pdu, 1);
    const second = await pdu.as('admin');
    await second.patch('/api/simulator', simulated(usual));
    await hours(pdu, 6 * DAY_HOURS);
    await hours(pdu, 3 * DAY_HOURS);
    admin = await pdu.as('admin');
  });
  afterAll(() => pdu.stop());

  it('is a tree in the order of the hardware, each part with its rating and what is usable of it', async () => {
    const view = await read();
    expect(view).toMatchObject({ derating: 0.8, partial: false });
    expect(view.nodes.map(({ id }) => id)).toEqual([
      inlet,
      banks[0],
      ...outlets.slice(0, 8),
      banks[1],
      ...outlets.slice(8),
    ]);
    expect(node(view, inlet)).toMatchObject({ kind: 'inlet', parents: [], ratedAmps: 30, usableAmps: 24 });
    expect(node(view, banks[1])).toMatchObject({ kind: 'bank', parents: [inlet], ratedAmps: 20, usableAmps: 16 });
    expect(node(view, outlets[7])).toMatchObject({ receptacle: 'IEC 60320 C19', ratedAmps: 20, usableAmps: 16 });
    expect(node(view, outlets[8])).toMatchObject({ parents: [banks[1]], ratedAmps: 15, usableAmps: 12, state: 'ON' });
  });

  it('has the newest readings', async () => {
    const view = await read();
    const { body: list } = await admin.get('/api/outlets');
    for (const outlet of list as { id: string; currentRms: number; watts: number }[]) {
      expect(node(view, outlet.id)).toMatchObject({ nowAmps: outlet.currentRms, nowWatts: outlet.watts });
    }
    const { body: bank } = await admin.get(`/api/banks/${banks[0]}`);
    expect(node(view, banks[0])).toMatchObject({ nowAmps: bank.currentRms, nowWatts: bank.activePower });
  });

  it('has the highest of the last day and week with its time, and no peak of a month that was not measured', async () => {
    const { peak } = node(await read(), outlets[1]);
    const { body } = await admin.get(`/api/history?object=${outlets[1]}&measure=current&from=-7d&step=60`);
    const highest = Math.max(...body.max);
    expect(peak.week?.amps).toBe(highest);
    expect(body.max[body.t.indexOf(Date.parse(peak.week?.at ?? '') / 1000)]).toBe(highest);
    expect(peak.day?.amps).toBeLessThanOrEqual(highest);
    expect(peak.month).toBeUndefined();
  });

  it('knows what is typical: what 95 of 100 minutes do not exceed', async () => {
    const { typical } = node(await read(), outlets[1]);
    const { body } = await admin.get(`/api/history?object=${outlets[1]}&measure=current&from=-7d&step=60`);
    const sorted = [...body.avg].sort((a: number, b: number) => a - b);
    expect(typical).toBeCloseTo(sorted[Math.ceil(sorted.length * 0.95) - 1], 3);
  });

  it('leaves to each part what it may carry less the highest of now and the last week', async () => {
    const view = await read();
    for (const { usableAmps = NaN, headroomAmps, nowAmps = NaN, peak } of view.nodes) {
      expect(headroomAmps).toBeCloseTo(usableAmps - Math.max(nowAmps, peak.week?.amps ?? 0), 2);
    }
  });

  it('says which part limits another, and how much of its own room that strands', async () => {
    const view = await read();
    const supply = node(view, inlet);
    const bank = node(view, banks[0]);
    const outlet = node(view, outlets[7]);
    const least = Math.min(supply.headroomAmps ?? NaN, bank.headroomAmps ?? NaN);
    expect(outlet.strandedAmps).toBeCloseTo((outlet.headroomAmps ?? NaN) - least, 2);
    expect(outlet.limitedBy).toBe(least === supply.headroomAmps ? inlet : banks[0]);
    expect(supply).toMatchObject({ limitedBy: inlet });
    expect(supply).not.toHaveProperty('strandedAmps');
  });

  it('follows the setting capacityDerating at once', async () => {
    await admin.post('/api/conf', { capacityDerating: 50 });
    expect(await read()).toMatchObject({ derating: 0.5 });
    expect(node(await read(), banks[0]).usableAmps).toBe(10);
    await admin.post('/api/conf', { capacityDerating: 0 });
    expect(await read()).toMatchObject({ derating: 0.8 });
  });

  it('adds a new peak of the last minutes', async () => {
    const view = await read();
    const usual = node(view, outlets[4]).peak.week?.amps ?? NaN;
    await admin.patch('/api/simulator', { outlets: { '5': { loadAmps: 4 } } });
    await pdu.seconds(1);
    await admin.patch('/api/simulator', { outlets: { '5': { loadAmps: 0.7 } } });
    await pdu.seconds(60);
    await read();
    await pdu.app.get(CapacityStatisticsService).idle();
    const { peak, nowAmps = NaN } = node(await read(), outlets[4]);
    expect(nowAmps).toBeLessThan(1);
    expect(usual).toBeLessThan(1);
    expect(peak.day?.amps).toBeGreaterThan(3.9);
    expect(peak.week).toEqual(peak.day);
  });

  it('answers the same ETag until something changes', async () => {
    const { headers } = await admin.get('/api/capacity');
    const etag = headers.get('etag') ?? '';
    expect((await admin.get('/api/capacity', { 'if-none-match': etag })).status).toBe(304);
    await pdu.seconds(1);
    expect((await admin.get('/api/capacity', { 'if-none-match': etag })).status).toBe(200);
  });

  describe('asked what would be', () => {
    it('without a change is as it is', async () => {
      const now = await read();
      const { violations, unpowered, unknown, ...tree } = await whatIf({});
      expect(tree).toEqual(now);
      expect([violations, unpowered, unknown]).toEqual([[], [], []]);
    });

    it('counts a load at the outlet, its bank and its inlet, and switches nothing', async () => {
      const before = await read();
      const after = await whatIf({ changes: [{ outlet: outlets[14], watts: 450, powerFactor: 0.95 }] });
      const voltage = (await admin.get(`/api/outlets/${outlets[14]}`)).body.circuitVoltage;
      expect(node(after, outlets[14]).nowAmps).toBeCloseTo(450 / 0.95 / voltage, 2);
      expect(node(after, outlets[14]).nowWatts).toBeCloseTo(450, 3);
      for (const id of [banks[1], inlet]) {
        const [was, is] = [node(before, id), node(after, id)];
        expect(is.nowWatts).toBeCloseTo((was.nowWatts ?? NaN) + 450, 2);
        expect(is.headroomAmps).toBeLessThan(was.headroomAmps ?? NaN);
      }
      expect(node(after, banks[0]).headroomAmps).toBe(node(before, banks[0]).headroomAmps);
      expect(await read()).toEqual(before);
    });

    it('takes more and less than now, by id or by index', async () => {
      const before = node(await read(), outlets[3]).nowWatts ?? NaN;
      const more = await whatIf({ changes: [{ outlet: '4', addWatts: 200 }] });
      expect(node(more, outlets[3]).nowWatts).toBeCloseTo(before + 200, 2);
      expect(await whatIf({ changes: [{ outlet: 4, addWatts: 200 }] })).toEqual(more);
      const less = await whatIf({ changes: [{ outlet: outlets[3], addWatts: -10_000 }] });
      expect(node(less, outlets[3]).nowWatts).toBe(0);
    });

    it('drops the load of an outlet that is off, and expects its usual load where one is on again', async () => {
      const off = await whatIf({ changes: [{ outlet: outlets[5], state: 'OFF' }] });
      expect(node(off, outlets[5])).toMatchObject({ nowAmps: 0, nowWatts: 0 });
      await admin.put(`/api/outlets/${outlets[5]}`, { state: 'OFF' });
      const now = await read();
      const on = await whatIf({ changes: [{ outlet: outlets[5], state: 'ON' }] });
      expect(node(now, outlets[5])).toMatchObject({ state: 'OFF', nowAmps: 0 });
      expect(node(on, outlets[5]).nowAmps).toBeCloseTo(node(now, outlets[5]).typical ?? NaN, 2);
      await admin.put(`/api/outlets/${outlets[5]}`, { state: 'ON' });
    });

    it('says what would be overloaded, by how much, and in how many seconds the breaker trips', async () => {
      const { violations, ...view } = await whatIf({ changes: [{ outlet: outlets[14], watts: 2300, powerFactor: 1 }] });
      const bank = violations.find((each) => each.node === banks[1]);
      const { nowAmps = NaN } = node(view, banks[1]);
      expect(bank).toMatchObject({ kind: 'bank', limit: 'rated', limitAmps: 20, wouldBeAmps: nowAmps });
      expect(bank?.aboveByAmps).toBeCloseTo(nowAmps - 20, 2);
      expect(bank?.tripSeconds).toBeCloseTo(64 / ((nowAmps / 20) ** 2 - 1), 0);
      expect(bank?.model).toBe('thermal-magnetic, typical');
      expect(violations.find((each) => each.node === outlets[14])).toMatchObject({ kind: 'outlet', limit: 'usable' });
      expect(violations.some((each) => each.node === banks[0])).toBe(false);
    });

    it('leaves everything without power when the only inlet is lost', async () => {
      const view = await whatIf({ inletLost: inlet });
      expect(view.nodes.every(({ nowAmps }) => nowAmps === 0)).toBe(true);
      expect(view.unpowered).toEqual(outlets);
    });

    it.each([
      [
        'an outlet that does not exist',
        { changes: [{ outlet: '99', watts: 1 }] },
        422,
        'OUTLET_IN_LIST_UNKNOWN',
        'changes.0.outlet',
      ],
      [
        'an outlet twice',
        {
          changes: [
            { outlet: '1', watts: 1 },
            { outlet: '1', watts: 2 },
          ],
        },
        422,
        'OUTLET_IN_LIST_REPEATED',
        'changes.1.outlet',
      ],
      ['an inlet that does not exist', { inletLost: 'I9-1' }, 422, 'CAPACITY_INLET_UNKNOWN', 'inletLost'],
      [
        'watts and addWatts',
        { changes: [{ outlet: '1', watts: 1, addWatts: 1 }] },
        422,
        'VALIDATION_FAILED',
        'changes.0.addWatts',
      ],
      [
        'watts of an outlet that is off',
        { changes: [{ outlet: '1', watts: 1, state: 'OFF' }] },
        422,
        'VALIDATION_FAILED',
        'changes.0.state',
      ],
      ['an outlet alone', { changes: [{ outlet: '1' }] }, 422, 'VALIDATION_FAILED', 'changes.0.outlet'],
      [
        'a power factor of no load',
        { changes: [{ outlet: '1', powerFactor: 0.9 }] },
        422,
        'VALIDATION_FAILED',
        'changes.0.outlet',
      ],
      ['negative watts', { changes: [{ outlet: '1', watts: -1 }] }, 422, 'VALIDATION_FAILED', 'changes.0.watts'],
      ['another state', { changes: [{ outlet: '1', state: 'REBOOT' }] }, 422, 'VALIDATION_FAILED', 'changes.0.state'],
      ['changes that are no list', { changes: 5 }, 422, 'VALIDATION_FAILED', 'changes'],
    ])('refuses %s, and names the member', async (_, change, status, code, field) => {
      const answer = await admin.post('/api/capacity/what-if', change);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({
        code,
        details: expect.arrayContaining([expect.objectContaining({ field })]),
      });
    });
  });

  describe('asked for a place', () => {
    const place = async (query: string, client = admin): Promise<PlacementsView> =>
      (await client.get(`/api/capacity/placement?${query}`)).body;

    it('suggests outlets that have fed nothing for a week and those that are off, with the reason', async () => {
      await admin.put(`/api/outlets/${outlets[9]}`, { state: 'OFF' });
      const { places, unfit, powerFactor } = await place('watts=450');
      expect(places.map(({ outlet }) => outlet)).toEqual(
        expect.arrayContaining([outlets[9], outlets[14], outlets[15]]),
      );
      expect(places).toHaveLength(3);
      expect(unfit).toMatchObject({ inUse: 13, tooSmall: 0 });
      expect(powerFactor).toBe(0.95);
      const reasonOf = (id: string | undefined) => places.find(({ outlet }) => outlet === id)?.reason;
      expect(reasonOf(outlets[14])).toMatch(
        /^It drew less than 5 W for 7 days; [\d.]+ A are left at inlet “NEMA L5-30P Inlet”\.$/,
      );
      expect(reasonOf(outlets[9])).toMatch(/^It is off, but drew up to \d+ W in the last 7 days; /);
    });

    it('suggests nothing that would be a violation', async () => {
      for (const watts of [100, 500, 900, 1300, 1700, 2100]) {
        const { places } = await place(`watts=${watts}&powerFactor=1`);
        for (const { outlet, headroomAmps } of places) {
          const { violations, ...view } = await whatIf({ changes: [{ outlet, watts, powerFactor: 1 }] });
          expect(violations).toEqual([]);
          expect(node(view, outlet).headroomAmps).toBeGreaterThanOrEqual(round((headroomAmps ?? NaN) - 0.002));
        }
      }
      expect((await place('watts=5000')).places).toEqual([]);
    });

    it('takes the connector into account', async () => {
      const { places, unfit } = await place('watts=100&receptacle=5-20r');
      expect(places.map(({ receptacle }) => receptacle)).toEqual(['NEMA 5-20R', 'NEMA 5-20R']);
      expect(unfit.receptacle).toBe(14);
    });

    it.each(['', 'watts=0', 'watts=x', 'watts=5&powerFactor=2'])('refuses "%s"', async (query) => {
      const answer = await admin.get(`/api/capacity/placement?${query}`);
      expect([answer.status, answer.body.code]).toEqual([422, 'VALIDATION_FAILED']);
    });
  });

  describe('for a role', () => {
    it('that views some outlets is partial, and names no part that it may not view', async () => {
      const [first = '', second = ''] = outlets;
      const tenant = await pdu.as({ viewOutlets: [first, second] });
      const view = await read(tenant);
      expect(view.partial).toBe(true);
      expect(view.nodes.map(({ id }) => id)).toEqual([first, second]);
      for (const each of view.nodes) {
        expect(each).toMatchObject({ parents: [], partial: true, limitedBy: each.id });
        expect(each).not.toHaveProperty('strandedAmps');
      }
      const change = await whatIf({ changes: [{ outlet: first, watts: 2300 }] }, tenant);
      expect(change.violations.map((each) => each.node)).toEqual([first]);
      const places = (await tenant.get('/api/capacity/placement?watts=2300')).body as PlacementsView;
      expect(places).toMatchObject({ partial: true, places: [] });
    });

    it('that views banks but no outlets has the figures of the whole bank', async () => {
      const client = await pdu.as({ viewBankStats: true });
      const view = await read(client);
      expect(view.nodes.map(({ id }) => id)).toEqual(banks);
      expect(view.nodes[0]?.nowAmps).toBe(node(await read(), banks[0]).nowAmps);
    });

    it('that views nothing is empty', async () => {
      expect(await read(await pdu.as({}))).toMatchObject({ partial: true, nodes: [] });
    });

    it('is refused a change of what it may not view', async () => {
      const client = await pdu.as({ viewOutlets: [outlets[0] ?? ''] });
      const other = await client.post('/api/capacity/what-if', { changes: [{ outlet: outlets[1], watts: 1 }] });
      expect([other.status, other.body.code]).toEqual([403, 'OUTLET_NOT_ALLOWED']);
      const lost = await client.post('/api/capacity/what-if', { inletLost: inlet });
      expect([lost.status, lost.body.code]).toEqual([403, 'NOT_ALLOWED']);
    });
  });
});

describe('the capacity of every model', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rackfeed-capacity-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([...BUILT_IN_PROFILES.map(({ model }) => model), 'delta-36'])('%s', async (model) => {
    const file = join(folder, `${model}.json`);
    const [supply] = THREE_PHASE_36.inlets;
    const delta = {
      ...THREE_PHASE_36,
      model,
      phase: 'Three Phase Delta',
      derating: 0.9,
      inlets: [{ ...supply, nominalVoltage: 208, lineConfiguration: 'L-L' }],
    };
    if (model === 'delta-36') writeFileSync(file, JSON.stringify(delta));
    const pdu = await aPdu({ model: model === 'delta-36' ? file : model });
    try {
      const admin = await pdu.as('admin');
      await pdu.seconds(2);
      const { status, body } = (await admin.get('/api/capacity')) as { status: number; body: CapacityView };
      expect(status).toBe(200);
      const { inlets, banks, outlets, isThreePhase, hasOutlets, profile } = pdu.model;
      const lines = isThreePhase ? inlets.flatMap(({ lineIds }) => lineIds) : [];
      expect(body.nodes).toHaveLength(inlets.length + lines.length + banks.length + (hasOutlets ? outlets.length : 0));
      if (model === 'delta-36') expect(body.derating).toBe(0.9);
      const inletViews = body.nodes.filter(({ kind }) => kind === 'inlet');
      for (const { imbalancePercent } of inletViews) expect(imbalancePercent !== undefined).toBe(isThreePhase);
      for (const bank of body.nodes.filter(({ kind }) => kind === 'bank')) {
        const expected = profile.inletConfig === 'ats' ? 2 : isThreePhase ? 2 : 1;
        expect(bank.parents).toHaveLength(expected);
        expect(bank.nowAmps).toBeGreaterThanOrEqual(0);
      }

      const lost = inlets[0]?.id;
      const gone = (await admin.post('/api/capacity/what-if', { inletLost: lost })).body as WhatIfView;
      expect(node(gone, lost).nowAmps).toBe(0);
      const bankAmps = gone.nodes.filter(({ kind }) => kind === 'bank').map(({ nowAmps = NaN }) => nowAmps > 0);
      const alive = { standard: banks.map(() => false), dualcircuit: [false, true], ats: [true] };
      expect(bankAmps).toEqual(alive[profile.inletConfig]);

      const place = await admin.get('/api/capacity/placement?watts=50');
      expect([place.status, place.body.code]).toEqual(hasOutlets ? [200, undefined] : [404, 'OUTLETS_NOT_AVAILABLE']);
      if (hasOutlets && !profile.outletSwitching) {
        const answer = await admin.post('/api/capacity/what-if', { changes: [{ outlet: '1', state: 'OFF' }] });
        expect([answer.status, answer.body.code]).toEqual([422, 'OUTLET_NOT_SWITCHABLE']);
      }
    } finally {
      await pdu.stop();
    }
  });

  it('moves the load of a device with two feeds to the feed that is left', async () => {
    const pdu = await aPdu({ model: 'dual-circuit-16' });
    try {
      const admin = await pdu.as('admin');
      const [a = '', b = ''] = [pdu.model.outlets[0]?.id, pdu.model.outlets[8]?.id];
      const outlets = { [a]: { loadAmps: 6, powerFactor: 1 }, [b]: { loadAmps: 6, powerFactor: 1 } };
      await admin.patch('/api/simulator', { outlets });
      for (const id of [a, b]) await admin.put(`/api/outlets/${id}`, { device: { feed: 'storage' } });
      await pdu.seconds(1);
      const now = (await admin.get('/api/capacity')).body as CapacityView;
      const gone = (await admin.post('/api/capacity/what-if', { inletLost: pdu.model.inlets[0]?.id }))
        .body as WhatIfView;
      const both = (node(now, a).nowWatts ?? NaN) + (node(now, b).nowWatts ?? NaN);
      expect(node(gone, b).nowWatts).toBeCloseTo(both, 2);
      expect(node(gone, a).nowWatts).toBe(0);
      expect(gone.unpowered).toEqual(pdu.model.outlets.slice(1, 8).map(({ id }) => id));
      const other = node(gone, pdu.model.inlets[1]?.id);
      expect(other.nowAmps).toBeGreaterThan(node(now, pdu.model.inlets[1]?.id).nowAmps ?? NaN);
    } finally {
      await pdu.stop();
    }
  });
});
