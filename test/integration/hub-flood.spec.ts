import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let flooding: FleetPdu;
let other: FleetPdu;

beforeEach(async () => {
  Logger.overrideLogger(false);
  hub = await aHub();
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  flooding = await fleet.aPdu();
  other = await fleet.aPdu();
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
});

const read = async ({ id }: FleetPdu) => (await admin.get(`/api/fleet/pdus/${id}`)).body;
const metricsOf = async (client: Client) => (await client.get('/metrics')).body as string;
const floods = async (client = admin) => /^rackfeed_fleet_floods_total (\d+)$/m.exec(await metricsOf(client))?.[1];

describe('a PDU that floods the hub', () => {
  it('is disconnected, shown, and let in again after a minute; another one is answered meanwhile', async () => {
    for (let message = 0; message < 10_000; message++) flooding.sendBytes('state', Buffer.from('{}'));
    other.hello();
    await eventually(() => other.of('now').length === 1);
    await eventually(() => !fleet.isConnected(flooding));
    expect(await read(flooding)).toMatchObject({ floodedAt: new Date(hub.clock.now()).toISOString() });
    expect(await read(other)).toMatchObject({ online: true, floodedAt: null });
    expect(await floods()).toBe('1');
    const viewerOf = (...pdus: FleetPdu[]) =>
      hub.as({ viewGlobalDeviceSettings: true, viewOutlets: pdus.map((each) => each.id) });
    expect(await floods(await viewerOf(flooding, other))).toBe('1');
    const viewer = await viewerOf(other);
    expect(await floods(viewer)).toBeUndefined();
    expect(await metricsOf(viewer)).toContain('rackfeed_fleet_pdus{state="active"} 1\n');
    expect(await metricsOf(viewer)).toContain('rackfeed_fleet_connections 1\n');
    expect(await metricsOf(await viewerOf(flooding))).toContain('rackfeed_fleet_connections 0\n');
    const { id } = (await admin.post(`/api/fleet/pdus/${other.id}/commands`, { outlet: '1-70', command: 'OFF' })).body;
    await eventually(() => other.of('command').some((command) => command.id === id));

    await expect(fleet.connect(flooding)).rejects.toThrow(/unavailable/i);
    await hub.seconds(60);
    await fleet.connect(flooding);
    flooding.hello();
    await eventually(() => flooding.of('now').length === 1);
  });

  it('is disconnected for one packet that is too large, too', async () => {
    await hub.seconds(1);
    flooding.sendBytes('reply', Buffer.alloc(9 * 1024 * 1024));
    flooding.hello();
    await eventually(() => flooding.of('now').length === 1); // what was sent before it has come
    await hub.seconds(1);
    await eventually(() => !fleet.isConnected(flooding));
    expect(await floods()).toBe('1');
    other.hello();
    await eventually(() => other.of('now').length === 1);
  });
});
