import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { decodeMinute, type Minute } from '../../src/fleet-wire/minute.js';
import { decodeMinutes } from '../../src/fleet-wire/minutes.js';
import { decodeProfile, profileHash, seriesListOf, type Profile } from '../../src/fleet-wire/profile.js';
import { decodeReply } from '../../src/fleet-wire/reply.js';
import { TickDecoder } from '../../src/fleet-wire/ticks.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { staggeredOffset } from '../../src/common/staggered-offset.js';
import type { Client, Pdu } from '../support/app/pdu.js';
import {
  ADDRESS,
  agentOf,
  HubStandIn,
  isLinked,
  otherKeys,
  secondsUntil,
  until,
  untilConnected,
} from '../support/fleet/hub-stand-in.js';

const RELAY = '1-1200578';
const SEND_AFTER = Math.ceil(staggeredOffset(ADDRESS.pdu, 60_000) / 1000);

let hub: HubStandIn;
let pdu: Pdu;
let admin: Client;

const isConnected = () => isLinked(pdu);

/** The bytes that answer a query. */
async function ask(query: { readonly kind: 'profile' | 'minutes'; readonly from?: number; readonly to?: number }) {
  const id = randomUUID();
  const parts = () =>
    hub
      .payloads('reply')
      .map((payload) => decodeReply(payload))
      .filter((reply) => reply.id === id);
  hub.send('query', { id, ...query });
  await until(() => parts().length > 0 && parts().length === parts()[0]?.parts);
  return Buffer.concat(parts().map(({ bytes }) => bytes));
}
const aProfile = async (): Promise<Profile> => decodeProfile(await ask({ kind: 'profile' }));
const seriesAt = ({ series }: Profile, object: string, quantity: string): number =>
  series.findIndex((each) => each.object === object && each.quantity === quantity);
const lease = (seconds: number, late = 0) => hub.sign('lease', { seconds, until: hub.now + 10_000 - late });
const minuteNow = () => Math.floor(pdu.clock.now() / 60_000);

/** Sends `kind` and waits until it was received: the reply to a later query shows it. */
async function sendAndSettle(kind: 'lease' | 'key' | 'stored', message: object): Promise<void> {
  hub.send(kind, message);
  await ask({ kind: 'profile' });
}

beforeEach(async () => {
  hub = await HubStandIn.start();
  pdu = await hub.aMember();
  Logger.overrideLogger(false);
  admin = await pdu.as('admin');
  await untilConnected(pdu);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await pdu.stop();
  await hub.stop();
});

describe('the profile', () => {
  it('names the parts of the PDU, has the hash of the hello, and another one with another name', async () => {
    const bytes = await ask({ kind: 'profile' });
    const profile = decodeProfile(bytes);
    expect(profileHash(bytes)).toBe(hub.of('hello').at(-1)?.profile);
    expect(profile).toMatchObject({ model: 'single-phase-16', inlets: [{ id: 'I1-1000036' }] });
    expect(profile.outlets).toHaveLength(16);
    const named = (await admin.get('/api/sensors')).body as { sensorId: string; sensorName: string }[];
    expect(profile.sensors).toEqual(
      named.flatMap(({ sensorId, sensorName }) =>
        profile.series.some(({ object }) => object === sensorId) ? { id: sensorId, name: sensorName } : [],
      ),
    );
    expect(profile.sensors?.length).toBeGreaterThan(0);
    await admin.put('/api/outlets/1', { outletName: 'Router' });
    await pdu.seconds(31);
    await until(() => hub.of('hello').at(-1)?.profile !== profileHash(bytes));
    expect((await aProfile()).outlets[0]).toMatchObject({ id: RELAY, name: 'Router' });
  });
});

describe('the states of relays and breakers', () => {
  it('are all sent when a connection begins, and each one as soon as it has changed', async () => {
    await pdu.seconds(1);
    await until(() => hub.of('state').length > 0);
    const [first] = hub.of('state');
    expect(first?.changes.filter(({ state }) => state === 'on').map(({ object }) => object)).toContain(RELAY);
    await admin.put('/api/outlets/1', { state: 'OFF' });
    await until(() => hub.of('state').length > 1);
    expect(hub.of('state').at(-1)).toEqual({
      ...{ run: first?.run, number: (first?.number ?? 0) + 1 },
      changes: [{ object: RELAY, state: 'off' }],
    });
  });
});

describe('a minute', () => {
  const minutes = (profile: Profile): Minute[] =>
    hub.payloads('minute').map((payload) => decodeMinute(payload, seriesListOf(profile)));

  it('is sent once it is over, at a time of its own for each PDU, with mean, peak, relays and breakers', async () => {
    const profile = await aProfile();
    const minute = minuteNow();
    await admin.put('/api/outlets/2', { state: 'OFF' });
    await pdu.seconds(60 + SEND_AFTER - 1);
    await aProfile(); // what was sent before has arrived too
    expect(minutes(profile)).toEqual([]);
    await pdu.seconds(2);
    await until(() => hub.payloads('minute').length > 0);
    const [sent] = minutes(profile);
    expect(sent?.minute).toBe(minute);
    expect(sent?.relays.slice(0, 3)).toEqual(['on', 'off', 'on']);
    const voltage = seriesAt(profile, 'I1-1000036', 'voltage');
    expect(sent?.means[voltage]).toBeGreaterThan(100);
    expect(sent?.peaks[voltage]).toBeGreaterThanOrEqual(sent?.means[voltage] ?? Infinity);
  });

  it('that was missed while the line was cut is answered to a query, as it was measured', async () => {
    const profile = await aProfile();
    const first = minuteNow();
    await pdu.seconds(60 + SEND_AFTER + 1);
    await until(() => hub.payloads('minute').length > 0);
    const asSent = minutes(profile)[0];
    hub.broker.disconnect(ADDRESS.pdu);
    await until(() => hub.of('gone').length > 0);
    await pdu.seconds(180);
    await secondsUntil(pdu, isConnected);
    const found = decodeMinutes(await ask({ kind: 'minutes', from: first, to: first + 100 }));
    const read = found.map((bytes) => decodeMinute(bytes, seriesListOf(profile)));
    expect(read.map(({ minute }) => minute)).toEqual([first, first + 1, first + 2, first + 3].slice(0, read.length));
    expect(read.length).toBe(minuteNow() - first);
    expect([read[0]?.means, read[0]?.peaks]).toEqual([asSent?.means, asSent?.peaks]);
    expect(new Set(read[0]?.relays)).toEqual(new Set(['unknown'])); // the history does not have them
  });

  it('of an earlier run is answered too, and one that nobody measured is left out', async () => {
    const first = minuteNow();
    await pdu.seconds(150);
    await pdu.stop();
    hub.clock.advance(10 * 60_000);
    pdu = await hub.aMember();
    admin = await pdu.as('admin');
    await untilConnected(pdu);
    await pdu.seconds(61);
    const profile = await aProfile();
    const found = decodeMinutes(await ask({ kind: 'minutes', from: first - 5, to: first + 55 }));
    const read = found.map((bytes) => decodeMinute(bytes, seriesListOf(profile)).minute);
    expect(read.slice(0, 3)).toEqual([first, first + 1, first + 2]);
    expect(read).not.toContain(first + 5);
    expect(read.at(-1)).toBe(minuteNow() - 1);
  });
});

describe('the readings of each second', () => {
  it('are sent while a lease is held, all of them first and when one was missed', async () => {
    const profile = await aProfile();
    await pdu.seconds(2);
    await sendAndSettle('lease', lease(3));
    await pdu.seconds(5);
    await aProfile();
    expect(hub.payloads('tick')).toHaveLength(2); // at the third second the lease has ended
    const decoder = new TickDecoder(seriesListOf(profile));
    expect(hub.payloads('tick').map((frame) => decoder.decode(frame))).toEqual(['shown', 'shown']);
    const voltage = seriesAt(profile, 'I1-1000036', 'voltage');
    expect(decoder.values?.[voltage]).toBeGreaterThan(100);
    await sendAndSettle('lease', lease(10));
    await pdu.seconds(1);
    await sendAndSettle('key', {});
    await pdu.seconds(1);
    await aProfile();
    const late = new TickDecoder(seriesListOf(profile));
    expect(late.decode(hub.payloads('tick').at(-1) ?? Buffer.alloc(0))).toBe('shown');
  });

  it('are not sent for a lease that is late, or that the hub has not signed', async () => {
    await sendAndSettle('lease', lease(10, 10_001));
    await sendAndSettle('lease', hub.sign('lease', { seconds: 10, until: hub.now + 10_000 }, otherKeys()));
    await sendAndSettle('lease', { ...lease(1), seconds: 60 });
    await pdu.seconds(3);
    await aProfile();
    expect(hub.payloads('tick')).toEqual([]);
  });
});

describe('an event', () => {
  const numbers = () => hub.of('event').map((event) => event.number);
  const trips = () => hub.of('event').filter(({ code }) => code === 'BREAKER_OPEN');
  /** The events about an object, each once however often it was sent. */
  const about = (object: string) => {
    const events = hub.of('event').filter((event) => event.object === object);
    return [...new Map(events.map((event) => [event.number, event])).values()];
  };

  it('is sent until the hub has stored it, over an outage and a restart, and later ones have greater numbers', async () => {
    hub.broker.disconnect(ADDRESS.pdu);
    await until(() => hub.of('gone').length > 0);
    const happened = hub.now;
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 40 } } });
    await secondsUntil(pdu, () => trips().length > 0);
    const [tripped] = trips();
    expect(tripped).toMatchObject({ code: 'BREAKER_OPEN', object: '1200578', severity: 'critical', raised: true });
    const known = (await agentOf(pdu)).link?.session.now ?? 0; // up to one round trip later than the hub's own clock
    expect([(tripped?.at ?? 0) >= happened, (tripped?.at ?? Infinity) <= Math.max(hub.now, known)]).toEqual([
      true,
      true,
    ]);
    await secondsUntil(pdu, () => trips().length > 1); // the hub has not stored it
    await pdu.stop();
    const before = trips().length;
    pdu = await hub.aMember();
    admin = await pdu.as('admin');
    await untilConnected(pdu);
    await secondsUntil(pdu, () => trips().length > before);
    expect(new Set(trips().map((event) => event.number))).toEqual(new Set([tripped?.number]));
    expect(trips().at(-1)).toMatchObject({ run: tripped?.run });
    expect(Math.abs((trips().at(-1)?.at ?? 0) - (tripped?.at ?? 0))).toBeLessThan(2000);
    await sendAndSettle('stored', { events: Math.max(...numbers()) });
    expect((await admin.get('/api/fleet/link')).body.eventsWaiting).toBe(0);
    const banks = { '1200578': { breakerClosed: true } };
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 1 } }, banks });
    await secondsUntil(pdu, () => trips().some(({ raised }) => !raised));
    expect(numbers().at(-1)).toBeGreaterThan(tripped?.number ?? Infinity);
    const stored = hub.of('event').length;
    await sendAndSettle('stored', { events: numbers().at(-1) ?? 0 });
    await pdu.seconds(20);
    await aProfile();
    expect(hub.of('event')).toHaveLength(stored);
  });

  it('of a load needs no event of a user: it begins and ends with the load of its circuit', async () => {
    const load = (loadAmps: number) => admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps } } });
    await load(14);
    await secondsUntil(pdu, () => about('1200578').length > 0);
    const [high] = about('1200578');
    expect(high).toMatchObject({ code: 'HIGH_LOAD', severity: 'warning', limit: 16, raised: true });
    expect([high?.text, high?.event, (high?.value ?? 0) >= 16]).toEqual(['Bank 1: The load is high.', undefined, true]);
    await load(21);
    await secondsUntil(pdu, () => about('1200578').length > 2);
    const [, over, overload] = about('1200578');
    expect(over).toMatchObject({ code: 'HIGH_LOAD', text: 'Bank 1: The load has reached the rating.', raised: false });
    expect(overload).toMatchObject({ code: 'OVERLOAD', severity: 'critical', limit: 20, raised: true });
    await load(14);
    await secondsUntil(pdu, () => about('1200578').length > 4);
    await load(1);
    await secondsUntil(pdu, () => about('1200578').length > 5);
    expect(about('1200578').map(({ code, raised }) => [code, raised])).toEqual([
      ['HIGH_LOAD', true],
      ['HIGH_LOAD', false],
      ['OVERLOAD', true],
      ['OVERLOAD', false],
      ['HIGH_LOAD', true],
      ['HIGH_LOAD', false],
    ]);
    expect(about('1200578').at(-1)).toMatchObject({
      text: 'Bank 1: The load is no longer high.',
      value: null,
      limit: 16,
    });
  });

  it('of a circuit without power is one only where neither its breaker nor its inlet is the cause', async () => {
    const driver = pdu.app.get(PduDriver);
    const read = driver.read.bind(driver);
    let isDead = true;
    jest.spyOn(driver, 'read').mockImplementation(async () => {
      const readings = await read();
      const banks = readings.banks.map((bank) => (isDead && bank.id === '1200578' ? { ...bank, voltage: 3 } : bank));
      return { ...readings, banks };
    });
    const said = () => about('1200578').map(({ code, raised }) => [code, raised]);
    await secondsUntil(pdu, () => about('1200578').length > 0);
    expect(about('1200578')).toMatchObject([
      { code: 'NO_POWER', severity: 'critical', text: 'Bank 1: Its outlets have no power.', raised: true },
    ]);
    const breaker = (breakerClosed: boolean) =>
      admin.patch('/api/simulator', { banks: { '1200578': { breakerClosed } } });
    await breaker(false);
    await secondsUntil(pdu, () => about('1200578').length > 2);
    expect(said().slice(1)).toEqual([
      ['NO_POWER', false],
      ['BREAKER_OPEN', true],
    ]);
    expect(about('1200578')[1]?.text).toBe('Bank 1: The cause is an open breaker or a lost inlet.');
    isDead = false;
    await breaker(true);
    await secondsUntil(pdu, () => about('1200578').length > 3);
    await pdu.seconds(2);
    expect(said().slice(3)).toEqual([['BREAKER_OPEN', false]]);
  });

  it('of a sensor lasts while it is missing, and there is none of a port that has no sensor', async () => {
    const { id, port } = pdu.model.sensors[0] ?? { id: '', port: '' };
    const plugged = (connected: boolean) => admin.patch('/api/simulator', { sensors: { [port]: { connected } } });
    expect(about(id)).toEqual([]);
    await plugged(false);
    await secondsUntil(pdu, () => about(id).length > 0);
    await pdu.stop();
    pdu = await hub.aMember();
    admin = await pdu.as('admin');
    await untilConnected(pdu);
    await pdu.seconds(5);
    expect((await admin.get('/api/fleet/link')).body.eventsWaiting).toBe(1); // the hub has not stored it
    expect(about(id)).toMatchObject([{ code: 'SENSOR_LOST', severity: 'warning', raised: true }]);
    await plugged(true);
    await secondsUntil(pdu, () => about(id).length > 1);
    expect(about(id)[1]).toMatchObject({ code: 'SENSOR_LOST', raised: false });
  });

  it('of a relay that does not follow ends when it does', async () => {
    const stuck = (relayStuck: boolean) => admin.patch('/api/simulator', { outlets: { [RELAY]: { relayStuck } } });
    await stuck(true);
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.code).toBe('RELAY_FAULT');
    await secondsUntil(pdu, () => about(RELAY).length > 0);
    expect(about(RELAY)[0]).toMatchObject({ code: 'RELAY_FAULT', severity: 'critical', raised: true, value: null });
    await stuck(false);
    expect((await admin.put('/api/outlets/1', { state: 'OFF' })).body.state).toBe('OFF');
    await secondsUntil(pdu, () => about(RELAY).length > 1);
    expect(about(RELAY).map(({ code, raised }) => [code, raised])).toEqual([
      ['RELAY_FAULT', true],
      ['RELAY_FAULT', false],
    ]);
  });

  it('says which event of a user it is, since several may watch one object', async () => {
    const made = [];
    for (const limit of ['10', '11']) {
      const event = { name: `Above ${limit}`, code: 31, params: ['1200578', limit, '1'], actions: [] };
      made.push((await admin.post('/api/events', event)).body.id as number);
    }
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 12 } } });
    await secondsUntil(pdu, () => about('1200578').length === 2);
    expect(about('1200578').map(({ code, event }) => [code, event])).toEqual(made.map((id) => ['EVENT_31', id]));
  });

  it('has its end when it is disabled, watches something else or is deleted, since nothing else would end it', async () => {
    await admin.patch('/api/simulator', { outlets: { [RELAY]: { loadAmps: 12 } } });
    const much = (params: string[], enabled = true) => ({ name: 'Much', code: 31, params, actions: [], enabled });
    /** True for each that has triggered and false for each that has ended, in their order. */
    const edges = () => {
      const events = hub.of('event').filter(({ code }) => code === 'EVENT_31');
      return [...new Map(events.map(({ number, raised }) => [number, raised])).values()];
    };
    const said = (...expected: boolean[]) => secondsUntil(pdu, () => edges().join() === expected.join());
    const { body } = await admin.post('/api/events', much(['1200578', '10', '1']));
    await said(true);
    const change = (event: object) => admin.put(`/api/events/${body.id}`, event);
    expect((await change(much(['1200578', '11', '1']))).status).toBe(200);
    await said(true, false, true);
    expect((await change(much(['1200578', '11', '1'], false))).status).toBe(200);
    await said(true, false, true, false);
    await change(much(['1200578', '11', '1']));
    await said(true, false, true, false, true);
    await admin.delete(`/api/events/${body.id}`);
    await said(true, false, true, false, true, false);
  });
});

describe('the run', () => {
  it('rises with each start, whatever the wall clock says', async () => {
    const [{ run } = { run: 0 }] = hub.of('hello');
    await pdu.stop();
    hub.clock.setWall(Date.parse('1970-01-01T00:00:10Z'));
    pdu = await hub.aMember();
    await untilConnected(pdu);
    expect(hub.of('hello').at(-1)?.run).toBe(run + 1);
  });
});

describe('what the hub may do', () => {
  it('is to read: then its commands are refused, with the reason', async () => {
    expect((await admin.post('/api/conf', { fleetAccess: 'read' })).status).toBe(200);
    const command = hub.aCommand(RELAY);
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > 0);
    expect(hub.answersTo(command.id)).toEqual([
      { id: command.id, outcome: 'refused', code: 'FLEET_NOT_ALLOWED', measured: null },
    ]);
    expect((await aProfile()).model).toBe('single-phase-16');
  });

  it('is nothing: then the PDU has no connection to it, until it may again', async () => {
    await admin.post('/api/conf', { fleetAccess: 'none' });
    await until(() => hub.of('gone').length > 0);
    const hellos = hub.of('hello').length;
    await pdu.seconds(5);
    expect((await admin.get('/api/fleet/link')).body).toMatchObject({ state: 'off', pdu: ADDRESS.pdu });
    expect(hub.of('hello')).toHaveLength(hellos);
    await admin.post('/api/conf', { fleetAccess: 'switch' });
    await secondsUntil(pdu, isConnected);
    expect((await admin.get('/api/fleet/link')).body).toMatchObject({ state: 'connected', site: 'north' });
  });

  it('is nothing: what began and ended meanwhile it learns when it may again', async () => {
    const open = () => {
      const newest = new Map(hub.of('event').map((event) => [`${event.code} ${event.object}`, event]));
      const ofBanks = [...newest].filter(([, { object, raised }]) => raised && !object.includes('-'));
      return ofBanks.map(([key]) => key).sort();
    };
    const much = { name: 'Much', code: 31, params: ['1200578', '10', '1'], actions: [] };
    const { body } = await admin.post('/api/events', much);
    await admin.post('/api/events', { ...much, params: ['1200579', '10', '1'] });
    const load = (bank: string, loadAmps: number) =>
      admin.patch('/api/simulator', { outlets: { [pdu.model.outletsOf(bank)[0]?.id ?? '']: { loadAmps } } });
    await load('1200578', 14);
    await secondsUntil(pdu, () => open().length === 2);
    expect(open()).toEqual(['EVENT_31 1200578', 'HIGH_LOAD 1200578']);
    expect((await admin.post('/api/conf', { fleetAccess: 'none' })).status).toBe(200);
    await load('1200579', 14);
    await load('1200578', 1);
    await admin.delete(`/api/events/${body.id}`);
    await pdu.seconds(5);
    await admin.post('/api/conf', { fleetAccess: 'switch' });
    await secondsUntil(pdu, () => open().join() === 'EVENT_31 1200579,HIGH_LOAD 1200579');
  });
});

describe('the link', () => {
  it('is shown to users, in the health once it has been missing for minutes, and in the metrics', async () => {
    const metrics = async () => (await admin.get('/metrics')).body as string;
    expect(await metrics()).toContain('rackfeed_hub_up 1');
    await hub.broker.stop();
    await pdu.seconds(1);
    const link = async () => (await admin.get('/api/fleet/link')).body as { state: string; reason: string };
    await secondsUntil(pdu, async () => (await link()).state === 'unreachable');
    expect((await link()).reason).toMatch(/^The hub cannot be reached: .+\.$|^The hub has closed the connection\.$/);
    expect(await metrics()).toContain('rackfeed_hub_up 0');
    const check = async () =>
      ((await admin.get('/health')).body.checks as { name: string; status: string }[]).find(
        ({ name }) => name === 'hub',
      );
    expect(await check()).toEqual({ name: 'hub', status: 'ok' });
    await pdu.seconds(301);
    expect(await check()).toEqual({ name: 'hub', status: 'warn' });
  });

  it('ends with a factory reset: the PDU belongs to no fleet, but never repeats a command of one', async () => {
    const command = hub.aCommand(RELAY);
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > 0);
    expect((await admin.post('/api/system/configReset')).status).toBe(200);
    await until(() => hub.of('gone').length > 0);
    const agent = await agentOf(pdu);
    await secondsUntil(pdu, () => agent.status.state === 'refused');
    expect([agent.link, agent.status.pdu]).toEqual([undefined, undefined]);
    expect(agent.status.reason).toContain('RACKFEED_HUB_TOKEN');
    await pdu.stop();
    await hub.enrolAgain();
    pdu = await hub.aMember();
    await untilConnected(pdu);
    const answered = hub.answersTo(command.id).length;
    hub.send('command', hub.sign('command', command));
    await until(() => hub.answersTo(command.id).length > answered);
    expect(new Set(hub.answersTo(command.id).map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  });
});
