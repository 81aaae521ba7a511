import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DocumentCheck } from '../../src/common/configuration/document-check.js';
import { ENTRIES_AT_ONCE } from '../../src/common/time-slices.js';
import { scaledTimeLimit } from '../support/time/time-limits.js';
import { aPdu, type Answer, type Client, type Pdu } from '../support/app/pdu.js';

const EACH = 600;
const count = Array.from({ length: EACH }, (_, place) => place + 1);
const SECTIONS = {
  roles: count.map((own) => ({ id: own + 1, name: `Role ${own}`, permissions: { viewOutlets: ['1-1200578'] } })),
  groups: count.map((id) => ({ id, groupName: `Group ${id}`, outlets: ['2-1200578', '1-1200578'] })),
  actions: count.map((id) => ({ id, name: `Action ${id}`, code: 15, params: ['ops@example.com'] })),
  events: count.map((id) => ({ id, name: `Event ${id}`, code: 54, params: ['60'], actions: [id] })),
};
const document = (sections: object) => ({ format: 1, product: 'Rackfeed', model: 'single-phase-16', sections });
/** A document in which every entry differs. */
const CHANGED = document({
  ...SECTIONS,
  groups: SECTIONS.groups.map((group) => ({ ...group, groupRebootSequenceDelay: 7 })),
  events: SECTIONS.events.map((event) => ({ ...event, params: ['120'] })),
});

let pdu: Pdu;
let admin: Client;

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  expect((await admin.post('/api/config/apply', document(SECTIONS))).status).toBe(200);
}, scaledTimeLimit(30_000));
afterAll(() => pdu.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

/** The number of event loop turns until the answer, and the largest rise of `worked` within one of them. */
async function turnsUntil(answer: Promise<Answer>, worked: () => number): Promise<{ turns: number; most: number }> {
  const answered = { isThere: false };
  void answer.finally(() => (answered.isThere = true));
  let [turns, most, before] = [0, 0, worked()];
  while (!answered.isThere) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
    most = Math.max(most, worked() - before);
    before = worked();
  }
  return { turns, most };
}

describe('a document with thousands of entries', () => {
  it(
    'is validated a few entries at a time',
    async () => {
      const checked = jest.spyOn(DocumentCheck.prototype, 'object');
      const answer = admin.post('/api/config/plan', CHANGED);
      const { most } = await turnsUntil(answer, () => checked.mock.calls.length);
      expect((await answer).body.changes).toHaveLength(2 * EACH);
      expect(checked.mock.calls.length).toBeGreaterThanOrEqual(4 * EACH);
      expect(most).toBeLessThanOrEqual(ENTRIES_AT_ONCE);
    },
    scaledTimeLimit(30_000),
  );

  it.each([
    ['is exported', (): Promise<Answer> => admin.get('/api/config/export'), 2],
    ['is planned', (): Promise<Answer> => admin.post('/api/config/plan', CHANGED), 5],
  ])(
    '%s in many turns of the event loop: no pass over the entries blocks it as a whole',
    async (_, ask, passes) => {
      const answer = ask();
      const { turns } = await turnsUntil(answer, () => 0);
      expect((await answer).status).toBe(200);
      expect(turns).toBeGreaterThanOrEqual((passes * 4 * EACH) / ENTRIES_AT_ONCE);
    },
    scaledTimeLimit(30_000),
  );

  it(
    'delays neither a switch nor a poll cycle while it is planned',
    async () => {
      const order: string[] = [];
      const planned = admin.post('/api/config/plan', CHANGED).then(() => order.push('plan'));
      const checked = jest.spyOn(DocumentCheck.prototype, 'object');
      while (checked.mock.calls.length < EACH) await new Promise((resolve) => setImmediate(resolve));
      const switched = admin.put('/api/outlets/1', { state: 'OFF' }).then(({ body }) => order.push(String(body.state)));
      const polled = pdu.seconds(1).then(() => order.push('poll cycle'));
      await Promise.all([planned, switched, polled]);
      expect(order.at(-1)).toBe('plan');
      expect(order).toHaveLength(3);
      await admin.put('/api/outlets/1', { state: 'ON' });
    },
    scaledTimeLimit(30_000),
  );

  it(
    'is planned for the configuration at the end: a change made meanwhile is in the plan',
    async () => {
      const checked = jest.spyOn(DocumentCheck.prototype, 'object');
      const planned = admin.post('/api/config/plan', document(SECTIONS));
      while (checked.mock.calls.length < 3 * EACH) await new Promise((resolve) => setImmediate(resolve));
      const { body: group } = await admin.post('/api/groups', { groupName: 'New', outlets: ['1'] });
      expect((await planned).body.changes).toMatchObject([{ kind: 'removed', path: `groups.${group.id as string}` }]);
    },
    scaledTimeLimit(30_000),
  );

  it(
    'is applied to the configuration at the end: an object created meanwhile is removed',
    async () => {
      const checked = jest.spyOn(DocumentCheck.prototype, 'object');
      const applied = admin.post('/api/config/apply', CHANGED);
      while (checked.mock.calls.length < 3 * EACH) await new Promise((resolve) => setImmediate(resolve));
      await admin.post('/api/groups', { groupName: 'New', outlets: ['1'] });
      expect((await applied).status).toBe(200);
      expect((await admin.post('/api/config/plan', CHANGED)).body.changes).toEqual([]);
    },
    scaledTimeLimit(60_000),
  );
});
