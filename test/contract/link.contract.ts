import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { HubKeysService } from '../../src/hub/authority/hub-keys.service.js';
import { UP_FILTER } from '../../src/fleet-wire/topics.js';
import { hubNameOf } from '../../src/hub/broker/names.js';
import { PdusService } from '../../src/hub/pdus/pdus.service.js';
import type { Client } from '../support/app/pdu.js';
import { Fleet } from '../support/fleet/fleet.js';
import { MqttReader } from '../support/clients/mqtt-reader.js';
import type { FleetBroker } from '../support/servers/fleet-brokers.js';

const OVER_A_BROKER = /^Connected to the broker \S+ port \d+ of the hub \S+\.$/;
const OVER_THE_HUB = /^Connected to the hub \S+ port \d+\.$/;

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that asks knows the type of the answer */

/**
 * The link between a real hub and a real controller over one broker, from the enrolment to the end of the membership.
 * @param make makes a broker beside the hub; undefined for the one in the hub
 */
export function checkLink(make?: () => Promise<FleetBroker>): void {
  jest.setTimeout(120_000);
  let broker: FleetBroker | undefined;
  let fleet: Fleet;
  let atPdu: Client;
  let id: string;
  let logged: jest.SpiedFunction<Logger['log']>;

  const pdus = () => fleet.hub.app.get(PdusService).all;
  const authority = () => fleet.hub.app.get(HubKeysService).current.authority;
  const ask = async (path: string): Promise<any> => (await fleet.operator.get(`/api/fleet${path}`)).body;
  const firstOutlet = async () => (await ask(`/pdus/${id}/outlets`)).outlets[0] as { id: string; state: string };
  const isLinked = async () => (await atPdu.get('/api/fleet/link')).body.state === 'connected';
  const send = async (command: 'ON' | 'OFF', validMs = 600_000): Promise<string> => {
    const body = { outlet: (await firstOutlet()).id, command, validMs };
    return (await fleet.operator.post(`/api/fleet/pdus/${id}/commands`, body)).body.id as string;
  };
  const hasEnded = async (command: string, outcome: string) =>
    fleet.until(async () => (await ask(`/commands/${command}`)).outcome === outcome);
  const stateAtPdu = async () => (await atPdu.get('/api/outlets/1')).body.state as string;

  beforeAll(async () => {
    logged = jest.spyOn(Logger.prototype, 'log');
    broker = await make?.();
    fleet = await Fleet.start(broker && { RACKFEED_FLEET_BROKER: broker.addresses });
    await broker?.configure(authority(), []);
    await broker?.run();
    const pdu = await fleet.startPdu({ RACKFEED_HUB_TOKEN: await fleet.aToken({ accept: true }) });
    atPdu = await pdu.as('admin');
    await fleet.until(() => pdus().length === 1);
    id = pdus()[0]?.id ?? '';
    await broker?.configure(authority(), pdus());
    await broker?.reload();
  });
  afterAll(async () => {
    logged.mockRestore();
    await fleet.stop();
    await broker?.stop();
  });

  it('stands by itself after the enrolment, and the hub learns what the PDU is', async () => {
    await fleet.until(async () => (await ask(`/pdus/${id}`)).online === true);
    await fleet.until(async () => (await ask(`/pdus/${id}`)).outlets === 16);
    expect(await isLinked()).toBe(true);
    const { state } = await ask('/broker');
    expect(state).toBe(broker ? 'connected' : 'embedded');
  });

  it('is named in the log of the PDU by who is connected: the hub, or the broker beside it', async () => {
    await fleet.until(isLinked);
    const said = logged.mock.calls
      .map(([message]) => String(message))
      .filter((text) => text.startsWith('Connected to'));
    expect(said).toContainEqual(expect.stringMatching(broker ? OVER_A_BROKER : OVER_THE_HUB));
  });

  it('brings the minutes of the PDU', async () => {
    await fleet.until(async () => (await ask(`/pdus/${id}/minutes`)).t.length > 0);
    await fleet.until(async () => (await ask(`/pdus/${id}`)).watts > 0);
  });

  it('carries a command to the relay, its outcome and the new state back', async () => {
    await hasEnded(await send('OFF'), 'done');
    expect(await stateAtPdu()).toBe('OFF');
    await fleet.until(async () => (await firstOutlet()).state === 'OFF');
    await hasEnded(await send('ON'), 'done');
    expect(await stateAtPdu()).toBe('ON');
  });

  it('carries readings of each second while somebody reads them', async () => {
    await fleet.until(async () => (await ask(`/pdus/${id}/outlets`)).live === true);
    const atHub = await ask(`/pdus/${id}/outlets`);
    const [inlet] = (await atPdu.get('/api/inlets')).body as { id: string; inletName: string }[];
    expect(atHub.inlets).toMatchObject([{ id: inlet?.id, name: inlet?.inletName, voltage: expect.any(Number) }]);
    expect(atHub.sensors[0]).toMatchObject({ temperature: expect.any(Number), humidity: expect.any(Number) });
  });

  it('carries events, which the hub acknowledges', async () => {
    const bank = fleet.pdu.model.banks[0]?.id ?? '';
    await atPdu.patch('/api/simulator', { banks: { [bank]: { breakerClosed: false } } });
    await fleet.until(async () => (await ask('/events')).items.length > 0);
    await fleet.until(async () => (await atPdu.get('/api/fleet/link')).body.eventsWaiting === 0);
    await atPdu.patch('/api/simulator', { banks: { [bank]: { breakerClosed: true } } });
  });

  if (make) {
    it('survives a broker that is killed: one fact at the hub, and nothing is carried out late', async () => {
      await broker?.kill();
      await fleet.until(async () => (await ask('/broker')).state === 'unreachable');
      expect(await ask(`/pdus/${id}`)).toMatchObject({ online: null, state: 'active' });
      const health = (await fleet.hub.request('GET', '/health')).body;
      expect(health.checks).toContainEqual({ name: 'broker', status: 'warn' });
      const late = await send('OFF', 3000);
      await fleet.seconds(4);
      await broker?.run();
      await fleet.until(async () => (await ask('/broker')).state === 'connected');
      await hasEnded(late, 'expired');
      expect(await stateAtPdu()).toBe('ON');
      await fleet.until(async () => (await ask(`/pdus/${id}`)).online === true);
      await hasEnded(await send('OFF'), 'done');
      expect(await stateAtPdu()).toBe('OFF');
    });

    it('gives a PDU no topic of another one, and nobody a connection without a certificate of the fleet', async () => {
      const other = '019aa0a0-0000-7000-8000-000000000009';
      await expect(MqttReader.connect(broker?.url ?? '', id, { rejectUnauthorized: false })).rejects.toThrow();
      const { key, cert, ca } = await fleet.credentialOf(id);
      const { key: keyOfHub, chain } = await authority().clientCertificate(hubNameOf(2), Date.now());
      const hub = await MqttReader.connect(broker?.url ?? '', hubNameOf(2), { key: keyOfHub, cert: chain, ca });
      await hub.subscribe(UP_FILTER, 1);
      const forger = await MqttReader.connect(broker?.url ?? '', 'forger', { key, cert, ca });
      const forged = forger.publish(`rf/1/north/0/${other}/up/x`, 'of another', 1).catch(() => undefined);
      await Promise.race([forged, forger.closed]); // a broker may end the connection for it
      await forger.end().catch(() => undefined);
      const intruder = await MqttReader.connect(broker?.url ?? '', 'intruder', { key, cert, ca });
      await intruder.subscribe(`rf/1/+/+/${other}/down/+`).catch(() => undefined);
      await intruder.subscribe(`rf/1/+/+/${id}/down/+`, 1);
      await intruder.publish(`rf/1/north/0/${id}/up/x`, 'its own', 1).catch(() => undefined);
      await hub.until('its own');
      expect(hub.received.filter(({ topic }) => !topic.includes(id))).toEqual([]);
      await hub.end();
      const command = await send('ON');
      await fleet.until(async () => (await ask(`/commands/${command}`)).outcome !== 'open');
      expect(intruder.received.every(({ topic }) => topic.includes(id))).toBe(true);
      await intruder.end();
      await fleet.until(isLinked);
    });

    it('takes a revoked PDU in as another one with a new token, although the broker still lets the old one in', async () => {
      await fleet.operator.post(`/api/fleet/pdus/${id}/revoke`);
      const pdu = await fleet.startPdu({ RACKFEED_HUB_TOKEN: await fleet.aToken({ accept: true }) });
      atPdu = await pdu.as('admin');
      await fleet.until(() => pdus().length === 2);
      expect(pdus().map(({ state }) => state)).toEqual(['revoked', 'active']);
      id = pdus()[1]?.id ?? '';
      await broker?.configure(authority(), pdus());
      await broker?.reload();
      await fleet.until(async () => (await ask(`/pdus/${id}`)).online === true);
      expect((await atPdu.get('/api/fleet/link')).body.pdu).toBe(id);
    });
  }

  it('ends for a revoked PDU: nothing is heard of it or sent to it, and it is not let in again', async () => {
    await fleet.operator.post(`/api/fleet/pdus/${id}/revoke`);
    const heard = (await ask(`/pdus/${id}`)).lastSeen as string;
    await fleet.seconds(40); // it says hello each 30 s
    expect(await ask(`/pdus/${id}`)).toMatchObject({ state: 'revoked', lastSeen: heard });
    await broker?.configure(authority(), pdus());
    await broker?.kill();
    await broker?.run();
    await fleet.until(async () => (await atPdu.get('/api/fleet/link')).body.state === 'refused');
  });
}
