import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Db } from '../../src/database/db.js';
import { FleetEventsService } from '../../src/hub/events/events.service.js';
import { EventsStore } from '../../src/hub/events/events.store.js';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

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

const event = (number: number, from = pdu) =>
  from.say('event', {
    ...{ run: 1, number, at: 1_800_000_000_000, code: 'bankCurrent', object: '70', text: `Event ${number}.` },
    ...{ value: 17.5, limit: 16, severity: 'warning' as const, raised: true },
  });
const storedUpTo = (from = pdu) => Math.max(0, ...from.of('stored').map(({ events = 0 }) => events));
const list = async (query = '', client = admin) =>
  (await client.get(`/api/fleet/events${query}`)).body as { items: { text: string }[]; next: string | null };
const texts = async (query = '') => (await list(query)).items.map(({ text }) => text);

describe('the events of a PDU', () => {
  it('are stored once and confirmed, however often they are sent', async () => {
    for (const number of [5, 9, 9, 5, 12]) event(number);
    await eventually(() => storedUpTo() === 12);
    expect((await list()).items).toEqual([
      expect.objectContaining({ text: 'Event 12.' }),
      expect.objectContaining({ text: 'Event 9.' }),
      {
        ...{ id: expect.any(Number), pdu: pdu.id, time: '2027-01-15T08:00:00.000Z', code: 'bankCurrent', object: '70' },
        ...{ text: 'Event 5.', value: 17.5, limit: 16, severity: 'warning', raised: true },
      },
    ]);
    event(12);
    await eventually(() => pdu.of('stored').filter(({ events }) => events === 12).length > 1);
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
