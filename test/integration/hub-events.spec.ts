import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Db } from '../../src/database/db.js';
import { FleetEventsService } from '../../src/hub/events/events.service.js';
import type { UpMessage } from '../../src/fleet-wire/messages.js';
import { EventLimits, EventsStore } from '../../src/hub/events/events.store.js';
import { PduAlarms } from '../../src/hub/events/pdu-alarms.js';
import { PduDeletion } from '../../src/hub/pdus/pdu-deletion.js';
import { PduFacts } from '../../src/hub/pdus/pdu-facts.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually, forSockets } from '../support/time/time-limits.js';

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let pdu: FleetPdu;

beforeEach(async () => {
  hub = await aHub();
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  pdu = await fleet.aPdu();
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
});

const event = (number: number, from = pdu, members: Partial<UpMessage<'event'>> = {}) =>
  from.say('event', {
    ...{ run: 1, number, at: 1_700_000_000_000, code: 'bankCurrent', object: '70', text: `Event ${number}.` },
    ...{
      after: undefined,
      event: undefined,
      value: 17.5,
      limit: 16,
      severity: 'warning' as const,
      raised: true,
      ...members,
    },
  });
const storedUpTo = (from = pdu) => Math.max(0, ...from.of('stored').map(({ events = 0 }) => events));
const list = async (query = '', client = admin) =>
  (await client.get(`/api/fleet/events${query}`)).body as { items: { text: string }[]; next: string | null };
const texts = async (query = '', client = admin) => (await list(query, client)).items.map(({ text }) => text);
/** Sends events with these members, numbered from 1, and resolves when they are stored. */
async function events(members: readonly Partial<UpMessage<'event'>>[], from = pdu): Promise<void> {
  members.forEach((each, place) => event(place + 1, from, each));
  await eventually(() => storedUpTo(from) === members.length);
}
const ENDED = { raised: false } as const;
const known = async (id = pdu.id) => {
  const { alarms, newestEvent } = (await admin.get(`/api/fleet/pdus/${id}`)).body as Record<string, unknown>;
  return { alarms: alarms as Record<string, number>, newestEvent };
};

describe('the events of a PDU', () => {
  it('are stored once and confirmed, however often they are sent', async () => {
    for (const number of [5, 9, 9, 5, 12]) event(number);
    await eventually(() => storedUpTo() === 12);
    expect((await list()).items).toEqual([
      expect.objectContaining({ text: 'Event 12.' }),
      expect.objectContaining({ text: 'Event 9.' }),
      {
        ...{
          id: expect.any(Number),
          pdu: pdu.id,
          pduName: 'Rack 1',
          time: '2023-11-14T22:13:20.000Z',
          code: 'bankCurrent',
          eventId: null,
          object: '70',
        },
        ...{ text: 'Event 5.', value: 17.5, limit: 16, severity: 'warning', raised: true },
      },
    ]);
    event(12);
    await eventually(() => pdu.of('stored').filter(({ events }) => events === 12).length > 1);
  });

  it('are never of the future, whatever time a PDU says: no calendar has some of them', async () => {
    event(1, pdu, { at: Number.MAX_SAFE_INTEGER });
    await eventually(() => storedUpTo() === 1);
    const { status, body } = await admin.get('/api/fleet/events');
    expect([status, body]).toMatchObject([200, { items: [{ time: new Date(hub.clock.now()).toISOString() }] }]);
  });

  it('have pages, of one PDU or of those that the caller may see', async () => {
    const other = await fleet.aPdu();
    for (const number of [1, 2, 3]) event(number);
    await eventually(() => storedUpTo() === 3);
    event(7, other);
    await eventually(() => storedUpTo(other) === 7);
    const { items, next } = await list('?limit=3');
    expect(items.map(({ text }) => text)).toEqual(['Event 7.', 'Event 3.', 'Event 2.']);
    expect(await texts(`?limit=3&after=${next}`)).toEqual(['Event 1.']);
    expect(await texts(`?pdu=${other.id}`)).toEqual(['Event 7.']);
    const viewer = await hub.as({ viewOutlets: [other.id] });
    expect((await list('', viewer)).items).toMatchObject([{ text: 'Event 7.' }]);
  });

  it('are not confirmed when they could not be stored, nor are those that follow', async () => {
    Logger.overrideLogger(false);
    const store = hub.app.get(EventsStore);
    const { add } = store;
    store.add = () => Promise.reject(new Error('the disk is full'));
    event(5);
    await eventually(async () => {
      await hub.app.get(FleetEventsService).idle();
      return true;
    });
    pdu.hello();
    await eventually(() => pdu.of('now').length === 1); // what was sent before it has come
    await hub.app.get(FleetEventsService).idle();
    store.add = add;
    event(6);
    pdu.hello();
    await eventually(() => pdu.of('now').length === 2);
    await hub.app.get(FleetEventsService).idle();
    await hub.app.get(Db).idle();
    expect([storedUpTo(), await texts()]).toEqual([0, []]);
    for (const number of [5, 6]) event(number);
    await eventually(() => storedUpTo() === 6);
    expect(await texts()).toEqual(['Event 6.', 'Event 5.']);
  });
});

describe('the open events of PDUs', () => {
  it('are those that were raised and have not ended, each object of each PDU by itself', async () => {
    const other = await fleet.aPdu();
    await events([{ object: '70' }, { object: '71' }, { object: '70', ...ENDED }, { code: 'MAINS_LOST' }]);
    await events([{ object: '70' }], other);
    expect(await texts('?open=true')).toEqual(['Event 1.', 'Event 4.', 'Event 2.']);
    expect(await texts(`?open=true&pdu=${pdu.id}`)).toEqual(['Event 4.', 'Event 2.']);
    event(5, pdu, { object: '70' });
    await eventually(() => storedUpTo() === 5);
    expect(await texts(`?open=true&pdu=${pdu.id}`)).toEqual(['Event 5.', 'Event 4.', 'Event 2.']);
    expect((await list('?open=false')).items).toHaveLength(6);
  });

  it('of users are open until the end of the same event, whatever others watch the object', async () => {
    await events([{ event: 3 }, { event: 4 }, { event: 3, ...ENDED }]);
    expect(await texts('?open=true')).toEqual(['Event 2.']);
    expect((await list('?open=true')).items).toMatchObject([{ eventId: 4, object: '70' }]);
    expect((await known()).alarms).toEqual({ critical: 0, warning: 1, info: 0 });
    event(4, pdu, { event: 4, ...ENDED });
    await eventually(() => storedUpTo() === 4);
    expect([await texts('?open=true'), (await known()).alarms.warning]).toEqual([[], 0]);
  });

  it('of a controller that was upgraded meanwhile end too: before, it has not said which event it was', async () => {
    await events([{}, { event: 3, ...ENDED }]);
    expect(await texts('?open=true')).toEqual([]);
  });

  it('are one for an object, the newest, when it was raised again', async () => {
    await events([{ severity: 'warning' }, { severity: 'critical' }]);
    expect(await texts('?open=true')).toEqual(['Event 2.']);
    expect((await known()).alarms).toEqual({ critical: 1, warning: 0, info: 0 });
  });

  it('are none that have no end at all: a transfer, a switching that failed, a moment of a schedule', async () => {
    await events([{ code: 'TRANSFER' }, { code: 'OUTLET_FAULT' }, { code: 'EVENT_53' }, { code: 'EVENT_31' }]);
    expect(await texts('?open=true')).toEqual(['Event 4.']);
  });

  it('are found where a hub of the release before has stored them, and where that has stored their end', async () => {
    await events([{ object: '70' }, { object: '71' }, { object: '70', ...ENDED }]);
    await hub.app.get(Db).transaction((entities) => entities.query('UPDATE "pdu_event" SET "open" = true'));
    expect(await texts('?open=true')).toEqual(['Event 2.']);
  });

  describe('after a comparison with the PDU', () => {
    const open = async (from = pdu) => (await list(`?open=true&pdu=${from.id}`)).items;

    it('are those that have come again, each with its own time, and all others have ended', async () => {
      const other = await fleet.aPdu();
      const before = [{ object: '1' }, { object: '2', event: 3 }, { object: '3' }, { object: '4' }];
      await events(before, other);
      await events(before);
      const [, , second, first] = await open();
      const compared = {
        code: 'EVENTS_COMPARED',
        object: 'controller',
        severity: 'info',
        closes: 100,
        ...ENDED,
      } as const;
      const again = { again: true, at: 1_700_000_009_000 };
      event(101, pdu, { object: '1', ...again });
      event(102, pdu, { object: '2', event: 3, ...again });
      event(103, pdu, { object: '4', ...ENDED });
      event(104, pdu, { object: '5', ...again });
      event(105, pdu, { ...compared, at: 1_700_000_009_000 });
      await eventually(() => storedUpTo() === 105);
      const expected = [{ text: 'Event 104.' }, second, first];
      expect(await open()).toMatchObject(expected);
      expect((await list(`?pdu=${pdu.id}&limit=2`)).items).toMatchObject([
        { code: 'EVENTS_COMPARED', raised: false },
        { ...{ object: '3', raised: false, value: null, time: '2023-11-14T22:13:29.000Z' } },
      ]);
      expect((await texts(`?pdu=${pdu.id}`))[1]).toBe('Event 3. This has ended, at the latest at this time.');
      expect([await open(other), (await known()).alarms]).toMatchObject([{ length: 4 }, { warning: 3 }]);

      // All of it comes once more, as its confirmation was lost.
      event(101, pdu, { object: '1', ...again });
      event(102, pdu, { object: '2', event: 3, ...again });
      event(105, pdu, compared);
      event(106, pdu, { object: '5', ...ENDED });
      await eventually(() => storedUpTo() === 106);
      expect(await open()).toEqual([second, first]);
      expect((await list(`?pdu=${pdu.id}`)).items).toHaveLength(9);
    });

    it('are not those of another severity, nor is a number given twice, whatever a PDU sends', async () => {
      await events([{ object: '1' }, { object: '2' }]);
      event(3, pdu, { object: '1', again: true, severity: 'critical' });
      event(2, pdu, { object: '1', again: true, severity: 'critical' });
      event(4, pdu, { object: '9', closes: Number.MAX_SAFE_INTEGER });
      event(5, pdu, { object: '9', closes: Number.MAX_SAFE_INTEGER, ...ENDED });
      await eventually(() => storedUpTo() === 5);
      expect(await open()).toEqual([]);
    });
  });

  it('stay when the oldest events are deleted, and no other does', async () => {
    Object.assign(hub.app.get(EventLimits), { retained: 2, batch: 6 });
    await events([{ object: '1' }, ...['2', '2', '2', '2', '2'].map((object) => ({ object, ...ENDED }))]);
    expect(await texts()).toEqual(['Event 6.', 'Event 5.', 'Event 1.']);
    Object.assign(hub.app.get(EventLimits), { retainedOpen: 0, batch: 1 });
    event(7, pdu, { object: '2', ...ENDED });
    await eventually(() => storedUpTo() === 7);
    expect(await texts()).toEqual(['Event 7.', 'Event 6.']);
  });

  it('of one PDU stay, however many another one has raised and never ends', async () => {
    const hostile = await fleet.aPdu();
    Object.assign(hub.app.get(EventLimits), { retained: 2, retainedOpen: 3, batch: 5 });
    await events([{ object: '1', severity: 'critical' }]);
    await events(
      Array.from({ length: 9 }, (_, n) => ({ object: `${n}` })),
      hostile,
    );
    expect(await texts(`?open=true&pdu=${pdu.id}`)).toEqual(['Event 1.']);
    expect((await texts(`?open=true&pdu=${hostile.id}`)).length).toBeLessThan(9);
  });

  it('that have ended stay of each PDU, as many as its share, however many another one raises', async () => {
    const hostile = await fleet.aPdu();
    Object.assign(hub.app.get(EventLimits), { retained: 4, batch: 20 });
    const some = (count: number) => Array.from({ length: count }, () => ENDED);
    await events(some(3));
    await events(some(17), hostile);
    expect(await texts(`?pdu=${pdu.id}`)).toEqual(['Event 3.', 'Event 2.']);
    expect((await texts(`?pdu=${hostile.id}`)).length).toBeLessThan(17);
    const mine = `SELECT "number" FROM "pdu_event" WHERE "pdu" = '${pdu.id}'`;
    expect(await hub.app.get(Db).read.query(mine)).toHaveLength(2);
  });

  it('that have ended are among the newest of the fleet, however many another one raises, ended or not', async () => {
    const hostile = await fleet.aPdu();
    Object.assign(hub.app.get(EventLimits), { retained: 10, retainedOfOne: 6, retainedOpen: 1, batch: 20 });
    const some = (count: number) => Array.from({ length: count }, () => ENDED);
    await events(some(6));
    await events([...some(10), ...Array.from({ length: 4 }, (_, n) => ({ object: `open ${n}` }))], hostile);
    expect(await texts(`?pdu=${pdu.id}`)).toHaveLength(6);
    expect(await texts(`?pdu=${hostile.id}`)).toEqual(['Event 14.', 'Event 10.', 'Event 9.']);
  });

  it('have pages as all events, and only those of PDUs that the caller may see', async () => {
    const other = await fleet.aPdu();
    await events(['1', '2', '3'].map((object) => ({ object })));
    await events([{}], other);
    const { items, next } = await list('?open=true&limit=2');
    expect(items.map(({ text }) => text)).toEqual(['Event 1.', 'Event 3.']);
    expect(await texts(`?open=true&limit=2&after=${next}`)).toEqual(['Event 2.', 'Event 1.']);
    expect(await texts('?open=true', await hub.as({ viewOutlets: [other.id] }))).toEqual(['Event 1.']);
    expect(await texts('?open=true', await hub.as({ viewOutlets: [] }))).toEqual([]);
  });

  it('are none of a revoked PDU, since nobody could end them', async () => {
    await events([{}]);
    await admin.post(`/api/fleet/pdus/${pdu.id}/revoke`);
    expect([await texts('?open=true'), await texts()]).toEqual([[], ['Event 1.']]);
    expect((await known()).alarms).toEqual({ critical: 0, warning: 0, info: 0 });
  });
});

describe('a PDU that says up to which event the hub has stored all', () => {
  const newest = () => pdu.of('stored').flatMap(({ newest: number }) => (number === undefined ? [] : [number]));
  /** Resolves when the hub has compared what the PDU says. */
  const says = async (stored?: number): Promise<void> => {
    const before = pdu.of('now').length;
    pdu.hello({ stored });
    await eventually(() => pdu.of('now').length > before);
    await forSockets();
  };

  it('learns which one it is where the two differ, and only then', async () => {
    await says(7);
    await eventually(() => newest().length === 1);
    await events([{}, {}, {}]);
    for (const stored of [3, undefined]) await says(stored);
    await says(2);
    await eventually(() => newest().length === 2);
    expect(newest()).toEqual([0, 3]);
  });

  it('learns within minutes that a database has lost what it had', async () => {
    await events([{}, {}, {}]);
    await says(3);
    await hub.app.get(Db).transaction((entities) => entities.query('DELETE FROM "pdu_event" WHERE "number" > 1'));
    await says(3);
    expect(newest()).toEqual([]);
    hub.clock.advance(11 * 60_000);
    await says(3);
    await eventually(() => newest().length === 1);
    expect(newest()).toEqual([1]);
  });
});

describe('events by their severity', () => {
  it('are those alone, open or not', async () => {
    await events([
      { object: '1', severity: 'info' },
      { object: '2', severity: 'critical' },
      { object: '3', severity: 'critical' },
      { object: '3', severity: 'critical', ...ENDED },
    ]);
    expect(await texts('?severity=critical')).toEqual(['Event 4.', 'Event 3.', 'Event 2.']);
    expect(await texts('?severity=critical&open=true')).toEqual(['Event 2.']);
    expect(await texts('?severity=warning')).toEqual([]);
  });

  it.each([
    ['severity=fatal', 'severity'],
    ['open=perhaps', 'open'],
    ['after=nothing', 'after'],
  ])('are refused by the query %s', async (query, field) => {
    const { status, body } = await admin.get(`/api/fleet/events?${query}`);
    expect([status, body]).toMatchObject([422, { details: [{ field }] }]);
  });
});

describe('a PDU of the list', () => {
  it('has the number of its open events by severity and the id of its newest event, also after a restart', async () => {
    expect(await known()).toEqual({ alarms: { critical: 0, warning: 0, info: 0 }, newestEvent: null });
    await events([{ object: '1' }, { object: '2', severity: 'critical' }, { object: '3' }, { object: '3', ...ENDED }]);
    const before = await known();
    const [{ id }] = (await list()).items as unknown as [{ id: number }];
    expect(before).toEqual({ alarms: { critical: 1, warning: 1, info: 0 }, newestEvent: id });
    event(5, pdu, { object: '1', ...ENDED });
    await eventually(() => storedUpTo() === 5);
    expect(await known()).toEqual({ alarms: { critical: 1, warning: 0, info: 0 }, newestEvent: id + 1 });
    const facts = new PduFacts();
    await new PduAlarms(hub.app.get(Db), hub.app.get(EventsStore), facts, hub.app.get(PduDeletion)).onModuleInit();
    expect(facts.of(hub.app.get(PdusService).find(pdu.id))).toMatchObject(await known());
  });
});
