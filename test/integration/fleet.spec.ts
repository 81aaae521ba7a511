import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HubLinkService } from '../../src/hub/link/hub-link.service.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

/** A hub and a controller as they are, with TLS between them, and one clock that the test moves. */
let clock: VirtualClock;
let folder: string;
let hub: Hub;
let pdu: Pdu;
let atHub: Client;
let atPdu: Client;

/** Lets a second pass on both, with the messages that they send each other. */
async function second(): Promise<void> {
  clock.advance(1000);
  await hub.poll();
  await pdu.poll();
  // Messages go over real sockets, on which virtual time does not wait.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets time pass until it holds; fails after ten minutes of it. */
async function until<T>(holds: () => Promise<T | undefined | false>): Promise<T> {
  for (let passed = 0; passed < 600; passed++) {
    const found = await holds();
    if (found !== undefined && found !== false) return found;
    await second();
  }
  throw new Error('What the test waits for does not come.');
}

const aController = (port: number, token?: string): Promise<Pdu> => {
  const hubAt = { RACKFEED_HUB: `127.0.0.1:${port}` };
  return aPdu({ clock, dataDir: join(folder, 'pdu'), env: token ? { ...hubAt, RACKFEED_HUB_TOKEN: token } : hubAt });
};
const aHubAt = (port: number): Promise<Hub> =>
  aHub({ clock, dataDir: join(folder, 'hub'), env: { RACKFEED_FLEET_PORT: String(port) } });
const portOf = (each: Hub): number => each.app.get(HubLinkService).port;
const linkIs = (state: string) => async () => {
  const { body } = await atPdu.get('/api/fleet/link');
  return body.state === state && (body as { pdu?: string });
};
/* eslint-disable @typescript-eslint/no-explicit-any -- the test that asks knows the type of the answer */
const ask = async (path: string): Promise<any> => (await atHub.get(`/api/fleet${path}`)).body;
/* eslint-enable @typescript-eslint/no-explicit-any */
const inFleet = async () => (await atHub.get('/api/fleet/pdus')).body.items as { id: string; state: string }[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
  for (const name of ['hub', 'pdu']) mkdirSync(join(folder, name));
  clock = new VirtualClock(new Date().toISOString());
  hub = await aHubAt(0);
  atHub = await hub.as('admin');
});
afterEach(async () => {
  await pdu.stop();
  await hub.stop();
  rmSync(folder, { recursive: true });
});

async function joinFleet(wanted: object = {}): Promise<void> {
  const { body } = await atHub.post('/api/fleet/enrolments', { site: 'north', ...wanted });
  pdu = await aController(portOf(hub), body.token as string);
  atPdu = await pdu.as('admin');
}

describe('a controller and its hub', () => {
  it('find each other by a token, and speak once the controller is accepted', async () => {
    await joinFleet();
    await until(linkIs('pending'));
    const [waiting] = await inFleet();
    expect(waiting).toMatchObject({ state: 'pending', name: expect.any(String), serial: expect.any(String) });
    await atHub.post(`/api/fleet/pdus/${waiting?.id}/accept`);
    expect(await until(linkIs('connected'))).toMatchObject({ pdu: waiting?.id, site: 'north' });
    await second();
  });

  it('part when the controller is revoked, which is refused from then on', async () => {
    await joinFleet({ accept: true });
    const { pdu: id } = await until(linkIs('connected'));
    await atHub.post(`/api/fleet/pdus/${id}/revoke`);
    await until(linkIs('refused'));
    expect((await atPdu.get('/api/outlets')).status).toBe(200);
  });

  it('come back to each other after a restart of either, without the token', async () => {
    await joinFleet({ accept: true });
    const { pdu: id } = await until(linkIs('connected'));
    const port = portOf(hub);
    await hub.stop();
    hub = await aHubAt(port);
    atHub = await hub.as('admin');
    await until(linkIs('connected'));
    await pdu.stop();
    pdu = await aController(port);
    atPdu = await pdu.as('admin');
    expect(await until(linkIs('connected'))).toMatchObject({ pdu: id });
    expect(await inFleet()).toMatchObject([{ id, state: 'active' }]);
  });
});

describe('the outlets of a controller', () => {
  let id: string;
  beforeEach(async () => {
    await joinFleet({ accept: true });
    ({ pdu: id = '' } = await until(linkIs('connected')));
    await until(async () => (await ask(`/pdus/${id}/outlets`)).outlets.length > 0);
  });

  const firstOutlet = async () => (await ask(`/pdus/${id}/outlets`)).outlets[0] as { id: string; state: string };
  const send = async (command: object) =>
    (await atHub.post(`/api/fleet/pdus/${id}/commands`, { outlet: (await firstOutlet()).id, ...command })).body
      .id as string;
  const endOf = (command: string) =>
    until(async () => {
      const { outcome } = await ask(`/commands/${command}`);
      return !['open', 'unknown'].includes(outcome as string) && (outcome as string);
    });

  it('are switched by the hub, which gets the outcome and shows the new state; both logs have the command', async () => {
    const command = await send({ command: 'OFF', reason: 'maintenance' });
    expect(await endOf(command)).toBe('done');
    expect((await atPdu.get('/api/outlets/1')).body.state).toBe('OFF');
    expect(await ask(`/commands/${command}`)).toMatchObject({ measured: 'OFF', who: 'admin', code: null });
    await until(async () => (await firstOutlet()).state === 'OFF');
    const { entries } = (await atPdu.get('/api/log?kind=outlet.switch')).body;
    expect(entries[0]).toMatchObject({ via: 'fleet', who: 'admin', object: `outlet:${(await firstOutlet()).id}` });
    await atPdu.put('/api/outlets/1', { state: 'ON' });
    await until(async () => (await firstOutlet()).state === 'ON');
  });

  it('are protected by the controller: the hub gets the refusal', async () => {
    await atPdu.put('/api/outlets/1', { protection: 'locked' });
    const command = await send({ command: 'OFF' });
    expect(await endOf(command)).toBe('refused');
    expect(await ask(`/commands/${command}`)).toMatchObject({ code: 'OUTLET_PROTECTED' });
    expect((await atPdu.get('/api/outlets/1')).body.state).toBe('ON');
  });

  it('are left as they are by a command whose time ended while the controller was stopped', async () => {
    await pdu.stop();
    const command = await send({ command: 'OFF', validMs: 5000 });
    for (let passed = 0; passed < 130; passed++) {
      clock.advance(1000);
      await hub.poll();
    }
    atHub = await hub.as('admin');
    expect(await ask(`/commands/${command}`)).toMatchObject({ outcome: 'unknown' });
    pdu = await aController(portOf(hub));
    atPdu = await pdu.as('admin');
    expect(await endOf(command)).toBe('expired');
    expect((await atPdu.get('/api/outlets/1')).body.state).toBe('ON');
  });

  it('have their power in the hub by the minute, also of the time in which the hub was stopped', async () => {
    await until(async () => (await ask(`/pdus/${id}/minutes`)).t.length > 0);
    const port = portOf(hub);
    await hub.stop();
    for (let passed = 0; passed < 200; passed++) {
      clock.advance(1000);
      await pdu.poll();
    }
    hub = await aHubAt(port);
    atHub = await hub.as('admin');
    await until(linkIs('connected'));
    await until(async () => {
      const { t } = await ask(`/pdus/${id}/minutes`);
      return t.length > 4 && t.every((at: number, place: number) => place === 0 || at - t[place - 1] === 60);
    });
    const { w, peak } = await ask(`/pdus/${id}/minutes`);
    expect(w.every((watts: number, place: number) => watts > 0 && watts <= peak[place] + 0.1)).toBe(true);
    // Its power is that of the newest minute that has come by itself.
    await until(async () => typeof (await ask(`/pdus/${id}`)).watts === 'number');
    expect(await ask(`/pdus/${id}`)).toMatchObject({ online: true, outlets: 16 });
  });
});
