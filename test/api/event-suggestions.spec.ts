import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BUILT_IN_PROFILES } from '../../src/hardware/profiles/index.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

interface Suggestion {
  readonly id: string;
  readonly name: string;
  readonly code: number;
  readonly params: readonly string[];
  readonly actions: readonly number[];
  readonly reason: string;
}

let pdu: Pdu;
let admin: Client;
const suggested = async (client = admin): Promise<Suggestion[]> => (await client.get('/api/events/suggestions')).body;

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

describe('GET /api/events/suggestions', () => {
  it('suggests 80 and 95 percent of every breaker, tripped breakers, lost supplies and warm air', async () => {
    const all = await suggested();
    const breakers = pdu.model.banks.filter(({ breaker }) => breaker !== undefined);
    const limits = all
      .filter(({ code }) => code === (breakers.length > 0 ? 31 : 15))
      .map(({ params }) => Number(params[1]));
    const ratings =
      breakers.length > 0 ? breakers.map(({ breaker = 0 }) => breaker) : [pdu.model.inlets[0]?.ratedCurrent ?? 0];
    expect(limits).toEqual(ratings.flatMap((amps) => [0.8, 0.95].map((share) => Math.round(amps * share * 100) / 100)));
    expect(all.filter(({ code }) => code === 18)).toHaveLength(pdu.model.inlets.length);
    expect(all.filter(({ code }) => code === 49).length).toBeGreaterThan(0);
  });

  it('suggests an outlet that draws nothing once a device is entered there', async () => {
    const outlet = pdu.model.outlets[1]?.id ?? '';
    const ofOutlet = async () => (await suggested()).filter(({ code, params }) => code === 46 && params[0] === outlet);
    expect(await ofOutlet()).toEqual([]);
    await admin.put(`/api/outlets/${outlet}`, { device: { name: 'Storage head 1' } });
    expect(await ofOutlet()).toMatchObject([{ name: 'Storage head 1 draws nothing', params: [outlet, '0.02', '600'] }]);
  });

  it('suggests 80 percent of the rating of an outlet once a device is entered there', async () => {
    const { id = '', ratedCurrent = 0 } = pdu.model.outlets[2] ?? {};
    const ofOutlet = async () => (await suggested()).filter(({ code, params }) => code === 45 && params[0] === id);
    expect(await ofOutlet()).toEqual([]);
    await admin.put(`/api/outlets/${id}`, { device: { name: 'Switch' } });
    expect(await ofOutlet()).toMatchObject([
      {
        name: 'Switch above 80 %',
        params: [id, String(0.8 * ratedCurrent), '10'],
        reason: `${0.8 * ratedCurrent} A is 80 % of the ${ratedCurrent} A of its receptacle. Continuous loads should stay below it.`,
      },
    ]);
  });

  it('answers bodies that POST /api/events takes on every model', async () => {
    for (const { model } of BUILT_IN_PROFILES) {
      const other = await aPdu({ model });
      const client = await other.as('admin');
      const all = await suggested(client);
      expect([model, all.length > 0]).toEqual([model, true]);
      for (const { name, code, params, actions, reason } of all) {
        const body = { name, code, params, actions };
        expect(reason).toMatch(/^[A-Z0-9].*\.$/);
        expect((await client.post('/api/events', body)).status).toBe(200);
      }
      expect(await suggested(client)).toEqual([]); // each is there now
      await other.stop();
    }
  });

  it('shows a role nothing about what it may not view', async () => {
    const watcher = await pdu.as({ viewEventActions: true, viewBankStats: true });
    expect((await suggested(watcher)).every(({ code }) => [30, 31].includes(code))).toBe(true);
  });
});

describe('POST /api/events/suggestions', () => {
  it('creates all that are named by their ids, with one request', async () => {
    const [first, second, third] = await suggested();
    const { status, body } = await admin.post('/api/events/suggestions', { ids: [first?.id, second?.id] });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      {
        name: first?.name,
        code: first?.code,
        params: expect.arrayContaining([...(first?.params ?? [])]),
        enabled: true,
        actions: [],
      },
      { name: second?.name },
    ]);
    expect((await suggested())[0]).toEqual(third);
  });

  it('creates each once, also for two requests at the same time', async () => {
    const [first] = await suggested();
    const before = (await admin.get('/api/events')).body.length;
    const both = await Promise.all([1, 2].map(() => admin.post('/api/events/suggestions', { ids: [first?.id] })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await admin.get('/api/events')).body).toHaveLength(before + 1);
  });

  it('gives them the names that are sent with the ids, one for each', async () => {
    const [first, second] = await suggested();
    const ids = [first?.id, second?.id];
    const { status, body } = await admin.post('/api/events/suggestions', {
      ids,
      names: ['Bank 1 fast voll', 'Bank 1 voll'],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { name: 'Bank 1 fast voll', code: first?.code },
      { name: 'Bank 1 voll', code: second?.code },
    ]);
  });

  it('creates none with a name missing, an empty name or one that is no text', async () => {
    const [first, second] = await suggested();
    const before = (await admin.get('/api/events')).body.length;
    for (const names of [['One'], ['One', ''], ['One', 2], 'One', []]) {
      const answer = await admin.post('/api/events/suggestions', { ids: [first?.id, second?.id], names });
      expect([answer.status, answer.body.details]).toMatchObject([422, [{ field: 'names' }]]);
    }
    expect((await admin.get('/api/events')).body).toHaveLength(before);
  });

  it('creates none if one of them is not suggested', async () => {
    const [first] = await suggested();
    const before = (await admin.get('/api/events')).body.length;
    const answer = await admin.post('/api/events/suggestions', { ids: [first?.id, '31_any_1_1'] });
    expect([answer.status, answer.body.code]).toEqual([422, 'SUGGESTION_UNKNOWN']);
    expect((await admin.get('/api/events')).body).toHaveLength(before);
  });
});
