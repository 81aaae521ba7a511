import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HistoryRecorderService } from '../../src/history/history-recorder.service.js';
import { SnapshotStore } from '../../src/hardware/snapshot.store.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';

const DAYS = 4;
const MINUTE = 60_000;
/** Minutes since the begin of the recording in which outlet 3 draws 9 A: across midnight, short, and a whole hour. */
const PEAKS = [
  [15 * 60 + 58, 16 * 60 + 3],
  [40 * 60, 40 * 60 + 1],
  [41 * 60, 42 * 60],
  [80 * 60 + 7, 80 * 60 + 9],
] as const;

let pdu: Pdu;
let admin: Client;
let begin: number;

beforeAll(async () => {
  pdu = await aPdu();
  begin = pdu.clock.now();
  const recorder = pdu.app.get(HistoryRecorderService);
  const first = pdu.app.get(SnapshotStore).current;
  for (let minute = 0; minute < DAYS * 1440; minute++) {
    const isPeak = PEAKS.some(([from, to]) => from <= minute && minute < to);
    const outlets = first.outlets.map((outlet, place) => ({ ...outlet, current: place === 2 && isPeak ? 9 : 1 }));
    recorder.note({ ...first, outlets, takenAt: pdu.clock.now(), uptime: pdu.clock.uptime() });
    pdu.clock.advance(MINUTE);
    if (minute % 60 === 0) await recorder.idle();
  }
  await recorder.idle();
  admin = await pdu.as('admin');
}, 120_000);
afterAll(() => pdu.stop());

const at = (minute: number): string => new Date(begin + minute * MINUTE).toISOString();
const backtest = async (params: readonly string[], from = 0) =>
  (await admin.post('/api/events/backtest', { code: 45, params, from: at(from), to: at(DAYS * 1440) })).body;

describe('The backtest on days of minutes', () => {
  it('finds each minute above the limit, though it reads days without one as quarters of an hour', async () => {
    await admin.put('/api/outlets/3', { outletName: 'Storage' });
    const found = await backtest(['any', '5', '0']);
    expect(found).toEqual(
      PEAKS.map(([from, to]) => ({
        object: `outlet ${pdu.model.outlets[2]?.id}`,
        objectId: pdu.model.outlets[2]?.id,
        objectName: 'Storage',
        from: at(from),
        to: at(to),
        value: 9,
        certainty: 'certain',
      })),
    );
  });

  it('begins in the middle of a day, and in the middle of a peak', async () => {
    const found = await backtest(['any', '5', '0'], 41 * 60 + 30);
    expect(found.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
      [at(41 * 60 + 30), at(42 * 60)],
      [at(80 * 60 + 7), at(80 * 60 + 9)],
    ]);
  });

  it('calls possible what a minute with a single reading does not prove', async () => {
    const found = await backtest(['any', '5', '50']);
    expect(found.map(({ certainty }: { certainty: string }) => certainty)).toEqual(PEAKS.map(() => 'possible'));
  });
});
