import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DownMessage } from '../../src/fleet-wire/messages.js';
import { encodeMinutes } from '../../src/fleet-wire/minutes.js';
import { encodeReply } from '../../src/fleet-wire/reply.js';
import { BackfillService } from '../../src/hub/readings/backfill.service.js';
import { MinuteRecorder } from '../../src/hub/readings/minute-recorder.js';
import { PduStates } from '../../src/hub/state/pdu-states.js';
import { ByteWriter } from '../../src/readings-format/bytes.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

const HOUR = 60;
const DAY = 24 * HOUR;

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let pdu: FleetPdu;

beforeEach(async () => {
  hub = await aHub({ clock: new VirtualClock() });
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  pdu = await fleet.aPdu();
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
});

/* eslint-disable @typescript-eslint/no-explicit-any -- the test knows the type of the answer */
const minutes = async (query = ''): Promise<any> => (await admin.get(`/api/fleet/pdus/${pdu.id}/minutes${query}`)).body;
/* eslint-enable @typescript-eslint/no-explicit-any */
const thisMinute = () => Math.floor(hub.clock.now() / 60_000);
const asked = () => pdu.of('query').flatMap(({ kind, from = 0, to = 0 }) => (kind === 'minutes' ? [[from, to]] : []));
const isKnown = async () =>
  ((await admin.get(`/api/fleet/pdus/${pdu.id}/outlets`)).body.outlets as object[]).length === 2;
const hostileOutlets = async ({ id }: FleetPdu) =>
  (await admin.get(`/api/fleet/pdus/${id}/outlets`)).body.outlets as object[];
/** Lets the hub ask for what it lacks; resolves when it has all of that, or has given up. */
async function askAll(): Promise<void> {
  await hub.poll();
  await hub.app.get(BackfillService).idle();
}

describe('the minutes of a PDU', () => {
  it('are stored as they come, and read by a span of time', async () => {
    pdu.hello();
    await eventually(isKnown);
    const last = thisMinute() - 1;
    for (const [place, watts] of [100, 200, 300].entries()) pdu.minute(last - 2 + place, watts);
    await eventually(async () => (await minutes()).t.length === 3);
    expect(await minutes()).toEqual({
      ...{ from: (thisMinute() - DAY) * 60, to: thisMinute() * 60 },
      ...{ t: [last - 2, last - 1, last].map((minute) => minute * 60) },
      ...{ w: [100, 200, 300], va: [110, 210, 310], peak: [200, 400, 600] },
    });
    expect((await minutes(`?from=${(last - 1) * 60}&to=${last * 60}`)).w).toEqual([200]);
  });

  it('are refused for a span that is too long or ends before it begins', async () => {
    const now = thisMinute() * 60;
    expect(await minutes(`?from=${now}&to=${now - 60}`)).toMatchObject({ message: 'from must be before to.' });
    expect(await minutes(`?from=${now - 8 * DAY * 60}`)).toMatchObject({ code: 'FLEET_SPAN_TOO_LONG' });
    expect(await minutes('?from=yesterday')).toMatchObject({ statusCode: 422 });
  });

  it('of the future or of more than 35 days ago are left', async () => {
    pdu.hello();
    await eventually(isKnown);
    pdu.minute(thisMinute() + 10, 1);
    pdu.minute(thisMinute() - 36 * DAY, 1);
    pdu.minute(thisMinute() - 1, 5);
    await eventually(async () => (await minutes()).t.length > 0);
    const [{ count }] = await hub.app.get(DataSource).query('SELECT count(*) AS "count" FROM "minute_hour"');
    expect(count).toBe(1);
  });

  it('are stored whatever another PDU sends, such as a minute that is no number', async () => {
    const hostile = await fleet.aPdu();
    for (const each of [pdu, hostile]) each.hello();
    await eventually(isKnown);
    await eventually(async () => (await hostileOutlets(hostile)).length === 2);
    const tooLong = Buffer.alloc(200, 0x80);
    hostile.sendBytes('minute', Buffer.from([1, ...tooLong, 0, 0, 4, 0, 4, 2, 0, 1, 0]));
    pdu.minute(thisMinute() - 1, 5);
    await eventually(() => hub.app.get(PduStates).of(pdu.id)?.minuteBytes !== undefined);
    await hub.app.get(MinuteRecorder).flush();
    expect((await minutes()).w).toEqual([5]);
    const rows = await hub.app.get(DataSource).query<{ id: number }[]>('SELECT "id" FROM "minute_hour"');
    expect(rows.length).toBe(1);
  });

  it('take one row an hour, which goes after 35 days', async () => {
    pdu.hello();
    await eventually(isKnown);
    pdu.minute(thisMinute() - 1, 5);
    await eventually(async () => (await minutes()).t.length === 1);
    const rows = () => hub.app.get(DataSource).query<object[]>('SELECT * FROM "minute_hour"');
    expect(await rows()).toHaveLength(1);
    hub.clock.advance(36 * DAY * 60_000);
    await hub.poll();
    await hub.app.get(MinuteRecorder).flush();
    expect(await rows()).toEqual([]);
  });
});

describe('minutes that the hub lacks', () => {
  it('are asked for when the PDU has come, an hour at a time, the newest first, and once', async () => {
    const newest = thisMinute() - 1;
    for (let minute = newest - 130; minute <= newest; minute++)
      if (minute !== newest - 70) pdu.minute(minute, 50, false);
    pdu.hello();
    await eventually(isKnown);
    await askAll();
    expect((await minutes()).t).toHaveLength(130);
    const spans = asked();
    expect(spans[0]?.[1]).toBe(newest + 1);
    expect(spans.map(([from = 0, to = 0]) => to - from).reduce((sum, length) => sum + length)).toBe(131);
    expect(spans.every(([from = 0, to = 0]) => Math.floor(from / 60) === Math.floor((to - 1) / 60))).toBe(true);
    await fleet.cut(pdu);
    await fleet.connect(pdu);
    pdu.hello();
    await hub.seconds(2);
    await askAll();
    expect(asked()).toHaveLength(spans.length); // the one that the PDU does not have is not asked for again
  });

  it('are asked for when it comes back, and after each hour', async () => {
    const first = thisMinute() - 10;
    for (let minute = first; minute < thisMinute(); minute++) pdu.minute(minute, 50, false);
    pdu.hello();
    await eventually(isKnown);
    await askAll();
    expect((await minutes()).t).toHaveLength(10);
    await fleet.cut(pdu);
    hub.clock.advance(5 * 60_000);
    for (let minute = first + 10; minute < thisMinute(); minute++) pdu.minute(minute, 60, false);
    await fleet.connect(pdu);
    pdu.hello();
    await eventually(async () => {
      await askAll();
      return (await minutes()).t.length === 15;
    });
    hub.clock.advance(80 * 60_000);
    admin = await hub.as('admin'); // the session is over
    for (let minute = first + 15; minute < thisMinute(); minute++) pdu.minute(minute, 70, false);
    const heard = pdu.of('now').length;
    pdu.hello();
    await eventually(() => pdu.of('now').length > heard);
    await eventually(async () => {
      await askAll();
      return (await minutes()).t.length === 95;
    });
  });

  it('are at most those of 35 days, in portions that the PDU can answer', async () => {
    for (let day = 0; day < 40; day++) pdu.minute(thisMinute() - 1 - day * DAY, 50, false);
    pdu.hello();
    await eventually(isKnown);
    await askAll();
    expect(asked()).toHaveLength(24);
    await hub.seconds(60);
    await eventually(async () => {
      await askAll();
      return asked().length === 48;
    });
    expect(Math.min(...asked().map(([from = 0]) => from))).toBeGreaterThanOrEqual(thisMinute() - 35 * DAY - HOUR);
  });

  describe('of four PDUs that are slow', () => {
    let slow: FleetPdu[];
    let other: FleetPdu;
    /** The questions to a slow PDU that are not answered yet. */
    const open = new Map<FleetPdu, DownMessage<'query'>>();
    const questions = (to: FleetPdu) => to.of('query').filter(({ kind }) => kind === 'minutes');
    /** Resolves when the hub knows the PDU, and all that it has sent before. */
    const heard = async (from: FleetPdu): Promise<void> => {
      const before = from.of('now').length;
      from.hello();
      await eventually(() => from.of('now').length > before);
      await eventually(async () => (await hostileOutlets(from)).length === 2);
    };

    beforeEach(async () => {
      slow = [pdu, await fleet.aPdu(), await fleet.aPdu(), await fleet.aPdu()];
      for (const each of slow) {
        for (let hour = 0; hour < 20; hour++) each.minute(thisMinute() - 1 - hour * HOUR, 50, false);
        await heard(each);
        each.answersQueries = false;
        each.onDown = (kind, message) => {
          if (kind === 'query') open.set(each, message as DownMessage<'query'>);
        };
      }
      await hub.poll();
      await eventually(() => slow.every((each) => questions(each).length === 1));
      other = await fleet.aPdu();
      other.minute(thisMinute() - 1, 50, false);
      await heard(other);
      await hub.poll();
      expect(questions(other)).toEqual([]);
    });

    it.each([
      { how: 'and whose answers never end', parts: 100, rounds: 7, asked: 1 },
      { how: 'and answer each question late', parts: 1, rounds: 4, asked: 4 },
    ])('$how keep no place from another for more than minutes', async ({ parts, rounds, asked: count }) => {
      for (let part = 0; part < rounds; part++) {
        await hub.seconds(18);
        for (const [each, { id }] of open) {
          const none = encodeMinutes([]);
          const writer = new ByteWriter()
            .number(1)
            .part(Buffer.from(id))
            .number(part % parts)
            .number(parts);
          each.sendBytes('reply', writer.part(none).bytes());
        }
        for (const each of slow) await heard(each);
      }
      await eventually(async () => {
        await hub.poll();
        return questions(other).length === 1;
      });
      expect(slow.map((each) => questions(each).length)).toEqual([count, count, count, count]);
    });
  });

  it('are asked for minutes after an answer that could not be read, however often the PDU comes back', async () => {
    Logger.overrideLogger(false);
    pdu.minute(thisMinute() - 1, 50, false);
    pdu.hello();
    await eventually(isKnown);
    pdu.answersQueries = false;
    pdu.onDown = (kind, message) => {
      if (kind !== 'query') return;
      const damaged = encodeReply((message as DownMessage<'query'>).id, encodeMinutes([Buffer.of(9)]));
      for (const part of damaged) pdu.sendBytes('reply', part);
    };
    const comeBack = async (): Promise<void> => {
      await fleet.cut(pdu);
      await fleet.connect(pdu);
      const heard = pdu.of('now').length;
      pdu.hello();
      await eventually(() => pdu.of('now').length > heard);
      await askAll();
    };
    await eventually(async () => {
      await askAll();
      return asked().length === 1;
    });
    for (let time = 0; time < 3; time++) await comeBack();
    expect(asked()).toHaveLength(1);
    hub.clock.advance(5 * 60_000);
    await comeBack();
    expect(asked()).toHaveLength(2);
  });

  it('are asked for later when the PDU does not answer, and nothing is stored of an answer that does not fit', async () => {
    pdu.minute(thisMinute() - 1, 50, false);
    pdu.hello();
    await eventually(isKnown);
    pdu.answersQueries = false;
    await hub.poll();
    await eventually(() => asked().length === 1);
    await hub.seconds(21);
    await hub.app.get(BackfillService).idle();
    expect((await minutes()).t).toEqual([]);
    pdu.answersQueries = true;
    await hub.seconds(5);
    expect(asked()).toHaveLength(1);
    hub.clock.advance(5 * 60_000);
    pdu.hello();
    await eventually(async () => {
      await askAll();
      return (await minutes()).t.length === 1;
    });
  });
});
