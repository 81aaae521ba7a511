/** The live stream of a hub, over real WebSockets. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { StreamClient } from '../support/clients/stream-client.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

interface Message {
  readonly all?: boolean;
  readonly pdus?: readonly { readonly id: string; readonly online: unknown; readonly watts: unknown }[];
  readonly gone?: readonly string[];
  readonly lostSites?: readonly { readonly site: string; readonly pdus: readonly string[] }[];
  readonly pdu?: { readonly id: string; readonly watts: unknown } | null;
  readonly outlets?: { readonly live: boolean; readonly outlets: readonly object[] };
  readonly commands?: string;
  readonly timeline?: number;
}

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let pdu: FleetPdu;
let other: FleetPdu;
const streams: StreamClient[] = [];

beforeEach(async () => {
  hub = await aHub();
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  [pdu, other] = [await fleet.aPdu(), await fleet.aPdu()];
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.leave();
  await fleet.end();
  await hub.stop();
});

/** A stream of this user; it is the list of PDUs, or one of them. */
async function open(client: Client, query = ''): Promise<StreamClient> {
  const stream = await StreamClient.connect(hub, {}, true, query);
  streams.push(stream);
  stream.say({ cookie: client.token });
  await stream.next(0);
  return stream;
}
const newest = (stream: StreamClient): Message => stream.messages.at(-1) as unknown as Message;
/** One tick, and the message that it sends. */
async function tick(stream: StreamClient): Promise<Message> {
  const seen = stream.messages.length;
  await hub.seconds(1);
  return (await stream.next(seen)) as unknown as Message;
}
const known = async (id: string) =>
  (await admin.get(`/api/fleet/pdus/${id}`)).body as { online: unknown; watts: unknown };
async function hello(from: FleetPdu): Promise<void> {
  from.hello();
  await eventually(async () => ((await known(from.id)) as { outlets?: unknown }).outlets === 2);
}

describe('the list of PDUs on the stream', () => {
  it('comes whole at first, then what has changed, and says which PDU is gone', async () => {
    await hub.seconds(1);
    const stream = await open(admin);
    expect(newest(stream)).toMatchObject({
      all: true,
      pdus: [{ id: pdu.id }, { id: other.id }],
      gone: [],
      lostSites: [],
    });
    expect(await tick(stream)).toMatchObject({ all: false, pdus: [], gone: [] });
    await hello(pdu);
    expect((await tick(stream)).pdus).toMatchObject([{ id: pdu.id, online: true }]);
    expect((await tick(stream)).pdus).toEqual([]);
    await admin.post(`/api/fleet/pdus/${other.id}/revoke`);
    expect((await tick(stream)).pdus).toMatchObject([{ id: other.id, state: 'revoked' }]);
    await admin.delete(`/api/fleet/pdus/${other.id}`);
    expect(await tick(stream)).toMatchObject({ all: false, gone: [other.id] });
  });

  it('is that of the role: a user who sees one PDU gets that one, and all of a new role at once', async () => {
    const viewer = await hub.as({ viewOutlets: [other.id] });
    const stream = await open(viewer);
    expect(newest(stream).pdus).toMatchObject([{ id: other.id }]);
    await hello(pdu);
    expect(await tick(stream)).toMatchObject({ all: false, pdus: [] });
    const roles = (await admin.get('/api/roles')).body as unknown as { id: number; name: string }[];
    const role = roles.at(-1);
    const permissions = { viewOutlets: [pdu.id, other.id] };
    expect((await admin.put(`/api/roles/${role?.id}`, { name: role?.name, permissions })).status).toBe(200);
    expect(await tick(stream)).toMatchObject({ all: true, pdus: [{ id: pdu.id }, { id: other.id }] });
  });

  it('has the open alarms of each PDU and its newest event, for who may see it', async () => {
    const [stream, viewing] = [await open(admin), await open(await hub.as({ viewOutlets: [other.id] }))];
    const event = {
      run: 1,
      at: 1,
      code: 'MAINS_LOST',
      ...{ after: undefined, event: undefined },
      object: 'I1-7',
      text: 'There is no mains.',
      limit: null,
    } as const;
    pdu.say('event', { ...event, number: 1, value: null, severity: 'critical', raised: true });
    await eventually(() => pdu.of('stored').length === 1);
    const alarms = { critical: 1, warning: 0, info: 0 };
    const seen = viewing.messages.length;
    expect((await tick(stream)).pdus).toMatchObject([{ id: pdu.id, alarms, newestEvent: expect.any(Number) }]);
    expect(await viewing.next(seen)).toMatchObject({ pdus: [] });
  });

  it('has the id of the newest entry of the log, for who may read it', async () => {
    const [stream, viewing] = [await open(admin), await open(await hub.as({ viewOutlets: [pdu.id] }))];
    const before = (await tick(stream)).timeline ?? 0;
    await admin.patch(`/api/fleet/pdus/${pdu.id}`, { name: 'Rack 9' });
    const seen = viewing.messages.length;
    expect((await tick(stream)).timeline).toBeGreaterThan(before);
    expect(await viewing.next(seen)).not.toHaveProperty('timeline');
    expect((await tick(await open(admin, `?pdu=${pdu.id}`))).timeline).toBeGreaterThan(before);
  });

  it('has the sites that cannot be reached', async () => {
    await hub.seconds(120);
    const stream = await open(admin);
    await hello(pdu);
    await hello(other);
    expect((await tick(stream)).lostSites).toEqual([]);
    await fleet.cut(pdu);
    await fleet.cut(other);
    expect(await tick(stream)).toMatchObject({ lostSites: [{ site: 'north', pdus: [pdu.id, other.id] }] });
  });
});

describe('one PDU on the stream', () => {
  it('has readings of each second as long as somebody reads them', async () => {
    await hello(pdu);
    const stream = await open(admin, `?pdu=${pdu.id}`);
    await eventually(() => pdu.of('lease').length === 1);
    pdu.tick(1000);
    await eventually(async () => (await known(pdu.id)).watts === 1000);
    expect(await tick(stream)).toMatchObject({
      pdu: { id: pdu.id, watts: 1000 },
      outlets: { live: true, online: true, outlets: [{ activePower: 500 }, { activePower: 500 }] },
    });
    await hub.seconds(11);
    await eventually(() => pdu.of('lease').length === 2);
    stream.leave();
    await stream.closed();
    await hub.seconds(40);
    await hello(pdu);
    expect(pdu.of('lease').length).toBeLessThanOrEqual(3); // the last readers are served for 15 s more
  });

  it('says when the list of its commands is another one: when one is accepted, has ended, or can no longer begin', async () => {
    await hello(pdu);
    const stream = await open(admin, `?pdu=${pdu.id}`);
    const states = [newest(stream).commands];
    const send = async () =>
      (await admin.post(`/api/fleet/pdus/${pdu.id}/commands`, { outlet: '1-70', command: 'OFF', validMs: 5000 })).body;
    const first = (await send()).id as string;
    states.push((await tick(stream)).commands);
    pdu.say('answer', { id: first, outcome: 'done', code: null, measured: 'off' });
    await eventually(async () => (await admin.get(`/api/fleet/commands/${first}`)).body.outcome === 'done');
    await eventually(async () => (await tick(stream)).commands !== states.at(-1));
    states.push(newest(stream).commands);
    expect((await tick(stream)).commands).toBe(states.at(-1));
    await send();
    states.push((await tick(stream)).commands);
    for (let second = 0; second < 5; second++) await tick(stream);
    states.push((await tick(stream)).commands);
    expect(new Set(states).size).toBe(5);
  });

  it('is null for a role that may not see it, and for an id that no PDU has', async () => {
    const viewer = await hub.as({ viewOutlets: [other.id] });
    expect(newest(await open(viewer, `?pdu=${pdu.id}`))).not.toHaveProperty('outlets');
    expect(newest(await open(viewer, `?pdu=${pdu.id}`)).pdu).toBeNull();
    expect(newest(await open(viewer, `?pdu=${other.id}`)).pdu).toMatchObject({ id: other.id });
    expect(newest(await open(admin, `?pdu=${'x'.repeat(1000)}`)).pdu).toBeNull();
    expect(pdu.of('lease')).toEqual([]);
  });

  it('ends for everybody whose session ends', async () => {
    const viewer = await hub.as({ viewOutlets: [pdu.id] });
    const stream = await open(viewer, `?pdu=${pdu.id}`);
    await viewer.post('/api/logout');
    await hub.seconds(1);
    expect(await stream.closed()).toBe(4401);
  });
});
