import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { aHub, type Hub } from '../support/app/hub.js';
import type { Client } from '../support/app/pdu.js';
import { FleetBench } from '../support/fleet/fleet-bench.js';
import { type FleetPdu } from '../support/fleet/fleet-pdu.js';
import { eventually } from '../support/time/time-limits.js';

const OFF = { outlet: '1-70', command: 'OFF' };
const [ORIGINAL, COPY] = [1000, 2000];

let hub: Hub;
let fleet: FleetBench;
let admin: Client;
let pdu: FleetPdu;

beforeEach(async () => {
  Logger.overrideLogger(false);
  hub = await aHub();
  fleet = new FleetBench(hub);
  admin = await hub.as('admin');
  pdu = await fleet.aPdu();
  await says(ORIGINAL);
});
afterEach(async () => {
  await fleet.end();
  await hub.stop();
});

/** A controller with this number of its start says hello; resolves when the hub has answered it. */
async function says(run: number): Promise<void> {
  pdu.run = run;
  pdu.hello();
  await eventually(() => pdu.of('now').at(-1)?.run === run);
}
const send = () => admin.post(`/api/fleet/pdus/${pdu.id}/commands`, OFF);
const read = async () => (await admin.get(`/api/fleet/pdus/${pdu.id}`)).body as { keyCopiedAt: string | null };
const sent = () => pdu.of('command').length;

describe('a PDU whose key a second controller has', () => {
  it('gets no command once the first one speaks again: neither a new one nor one that is open', async () => {
    await says(COPY);
    expect((await send()).status).toBe(202);
    await eventually(() => sent() > 0);
    await says(ORIGINAL);
    const before = sent();
    await hub.seconds(3);
    await says(ORIGINAL); // what was sent before it has come
    expect(sent()).toBe(before);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'PDU_KEY_COPIED' } });
    expect((await read()).keyCopiedAt).not.toBeNull();
  });

  it('gets commands again when only one has spoken for 15 minutes', async () => {
    await says(COPY);
    await says(ORIGINAL);
    await hub.seconds(15 * 60);
    await says(ORIGINAL);
    expect((await send()).status).toBe(202);
    await eventually(() => sent() > 0);
    expect((await read()).keyCopiedAt).toBeNull();
  });

  it('is not one that was started again, however often', async () => {
    for (const run of [1001, 1002, 1003]) await says(run);
    expect((await send()).status).toBe(202);
    expect((await read()).keyCopiedAt).toBeNull();
  });
});
