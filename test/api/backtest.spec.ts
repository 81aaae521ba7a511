import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

interface Occurrence {
  readonly objectId: string;
  readonly from: string;
  readonly to: string;
  readonly value?: number;
  readonly certainty: string;
}

let pdu: Pdu;
let admin: Client;
let outlets: readonly string[];

const load = (outlet: string, amps: number) =>
  admin.patch('/api/simulator', { outlets: { [outlet]: { loadAmps: amps, powerFactor: 1 } } });
const ago = (seconds: number): string => new Date(pdu.clock.now() - seconds * 1000).toISOString();
const backtest = (code: number, params: readonly string[], seconds = 3600, who = admin) =>
  who.post('/api/events/backtest', { code, params, from: ago(seconds), to: ago(0) });

beforeAll(async () => {
  pdu = await aPdu();
  admin = await pdu.as('admin');
  outlets = pdu.model.outlets.map(({ id }) => id);
});
afterAll(() => pdu.stop());

describe('POST /api/events/backtest', () => {
  it('answers the same occurrences as the event had that watched the same seconds', async () => {
    const params = ['any', '3', '4'];
    const event = { name: 'Outlet above 3 A', code: 45, params, actions: [] };
    const { body: created } = await admin.post('/api/events', event);
    const begin = pdu.clock.now();
    for (const [outlet, amps, seconds] of [
      [0, 5, 6],
      [0, 1, 3],
      [1, 4, 3],
      [1, 1, 2],
      [1, 4, 9],
      [0, 5, 5],
      [1, 1, 4],
    ] as const) {
      await load(outlets[outlet] ?? '', amps);
      await pdu.seconds(seconds);
    }
    const { status, body } = await backtest(45, params, Math.ceil((pdu.clock.now() - begin) / 1000));
    expect(status).toBe(200);
    const { body: history } = await admin.get(`/api/events/${created.id}/history`);
    const live = history.firings
      .map(({ time, objectId }: { time: string; objectId: string }) => `${time.slice(0, 19)} ${objectId}`)
      .toReversed();
    expect(live).toHaveLength(3);
    expect(body.map(({ from, objectId }: Occurrence) => `${from.slice(0, 19)} ${objectId}`)).toEqual(live);
    expect(body.every(({ certainty }: Occurrence) => certainty === 'certain')).toBe(true);
  });

  it('is exact for the first seconds after a start, before a minute is over', async () => {
    const { body } = await backtest(45, ['any', '3', '4'], 7 * 86_400);
    expect(body.map(({ certainty }: Occurrence) => certainty)).toEqual(['certain', 'certain', 'certain']);
  });

  it('changes nothing: there is no event more, no occurrence and no entry of the log', async () => {
    const state = async () => [
      (await admin.get('/api/events')).body.length,
      (await admin.get('/api/log?limit=1')).body.entries[0].id,
    ];
    const before = await state();
    await backtest(45, ['any', '3', '4']);
    expect(await state()).toEqual(before);
  });

  it('answers schedules exactly', async () => {
    const { body } = await backtest(53, ['08:30'], 3 * 86_400);
    expect(body).toHaveLength(3);
    for (const { from, to } of body) expect([from.slice(11, 16), to]).toEqual(['08:30', from]);
    expect((await backtest(54, ['600'], 3600)).body).toHaveLength(5 + 1);
  });

  it('takes the range as numbers too, seconds since 1970', async () => {
    const to = Math.floor(pdu.clock.now() / 1000);
    const range = { from: to - 3 * 86_400, to };
    const { status, body } = await admin.post('/api/events/backtest', { code: 53, params: ['08:30'], ...range });
    expect([status, body.length]).toEqual([200, 3]);
  });

  it('says what the history does not keep', async () => {
    const bank = pdu.model.banks.find(({ breaker }) => breaker !== undefined)?.id ?? 'any';
    const answers = await Promise.all([
      backtest(12, ['192.0.2.1', '3', '']),
      backtest(30, [bank]),
      backtest(104, ['begin']),
    ]);
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(new Array(3).fill([422, 'NOT_IN_HISTORY']));
    expect(answers.map(({ body }) => /triggered: (.*)$/.exec(body.message)?.[1])).toEqual([
      'it does not keep the answers to pings.',
      'it keeps measurements, not states.',
      'faults of the controller stand in the log.',
    ]);
  });

  it('checks code, parameters and range like the creation of an event', async () => {
    const codes = async (answer: ReturnType<Client['post']>) => (await answer).body.code;
    expect(await codes(backtest(9999, []))).toBe('EVENT_CODE_UNKNOWN');
    expect(await codes(backtest(45, ['99-9', '3', '4']))).toBe('VALIDATION_FAILED');
    expect(await codes(backtest(45, ['any', '3', '4'], 32 * 86_400))).toBe('BACKTEST_TOO_LONG');
    expect(await codes(backtest(45, ['any', '3', '4'], -10))).toBe('VALIDATION_FAILED');
    expect(await codes(backtest(54, ['1'], 30 * 86_400))).toBe('BACKTEST_TOO_MANY');
  });

  it('shows a role nothing about outlets that it may not view', async () => {
    const watcher = await pdu.as({ viewEventActions: true, viewOutlets: [pdu.model.outlets[0]?.id ?? ''] });
    expect((await backtest(45, [outlets[0] ?? '', '3', '4'], 3600, watcher)).status).toBe(200);
    expect((await backtest(45, [outlets[1] ?? '', '3', '4'], 3600, watcher)).status).toBe(403);
    expect((await backtest(45, ['any', '3', '4'], 3600, watcher)).status).toBe(403);
  });
});
