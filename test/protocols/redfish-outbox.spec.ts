import { cpSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LazyModuleLoader } from '@nestjs/core';
import { Db } from '../../src/database/db.js';
import { OutboxMessageEntity } from '../../src/outbox/outbox.entity.js';
import { OutboxRepository } from '../../src/outbox/outbox.repository.js';
import { EventHub } from '../../src/redfish/events/event-hub.js';
import { EventPush } from '../../src/redfish/events/event-push.service.js';
import { RedfishServiceModule } from '../../src/redfish/redfish-service.module.js';
import { aPdu, ADMIN_PASSWORD, type Client, type Pdu } from '../support/app/pdu.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { ON_LOOPBACK, protocolOff, protocolState } from '../support/protocols/protocol-on.js';
import { RedfishClient, redfishOn } from '../support/protocols/redfish-client.js';
import { EventReceiver } from '../support/servers/event-receiver.js';
import { freePort } from '../support/servers/free-port.js';

let folder: string;
let receiver: EventReceiver;
let pdu: Pdu;
let admin: Client;
const running = new Set<Pdu>();
const folders: string[] = [];

beforeEach(async () => {
  folder = aFolder();
  receiver = await EventReceiver.start(undefined, await freePort()); // it comes back at the same one
  pdu = await aPdu({ env: ON_LOOPBACK, dataDir: folder });
  running.add(pdu);
  admin = await pdu.as('admin');
  await admin.post('/api/conf', { allowLocalTargets: true });
  const root = RedfishClient.basic(await redfishOn(pdu, admin), 'admin', ADMIN_PASSWORD);
  const { status } = await root.post('/EventService/Subscriptions', {
    Destination: receiver.url,
    Protocol: 'Redfish',
    RegistryPrefixes: ['Power'],
    DeliveryRetryPolicy: 'RetryForeverWithBackoff',
  });
  expect(status).toBe(201);
});
afterEach(async () => {
  for (const each of [...running]) await stop(each);
  await receiver.stop();
  folders.splice(0).forEach(removeFolder);
});

function aFolder(): string {
  folders.push(temporaryFolder());
  return folders.at(-1) ?? '';
}

/** A folder with what a process that is killed now leaves. */
function leftByKill(): string {
  const copy = aFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

async function stop(controller: Pdu): Promise<void> {
  if (running.delete(controller)) await controller.stop();
}

/** The parts of Redfish of a controller; resolves once it is on. */
async function partsOf(of: Pdu): Promise<{ push: EventPush; hub: EventHub }> {
  await protocolState(of, 'redfish');
  const loaded = await of.app.get(LazyModuleLoader).load(() => RedfishServiceModule);
  return { push: loaded.get(EventPush), hub: loaded.get(EventHub) };
}

async function seconds(count: number, of = pdu): Promise<void> {
  const { push } = await partsOf(of);
  for (let second = 0; second < count; second++) {
    await of.seconds(1);
    await push.idle();
    await of.app.get(Db).idle();
  }
}

/** The receiver goes away; answers how it comes back. */
async function away(): Promise<() => Promise<void>> {
  const { port } = receiver;
  await receiver.stop();
  return async () => {
    receiver = await EventReceiver.start(undefined, port);
  };
}

async function switchOff(...outlets: number[]): Promise<void> {
  for (const outlet of outlets) {
    expect((await admin.put(`/api/outlets/${outlet}`, { state: 'OFF' })).status).toBe(200);
    await seconds(1);
  }
}

/** A controller with this data, after the one of the test. */
async function started(dataDir: string): Promise<Pdu> {
  const next = await aPdu({ env: ON_LOOPBACK, dataDir, clock: pdu.clock });
  running.add(next);
  await protocolState(next, 'redfish');
  return next;
}

const stored = (of = pdu) => of.app.get(Db).all(OutboxMessageEntity);
const ids = (): string[] => receiver.received.map(({ body }) => body.Id as string);
const outlets = (): string[] => receiver.received.map(({ body }) => body.Events[0].MessageArgs[0] as string);

describe('events whose receiver is away', () => {
  it('survive a restart of the controller, in their order and each under its own number', async () => {
    const back = await away();
    await switchOff(1, 2, 3);
    await stop(pdu);
    await back();
    const next = await started(folder);
    await seconds(31, next);
    expect(outlets()).toEqual(['1', '2', '3']);
    expect(new Set(ids()).size).toBe(3);
    await seconds(1, next);
    expect(await stored(next)).toEqual([]);
    const known = ids();
    const client = await next.as('admin');
    await client.put('/api/outlets/4', { state: 'OFF' });
    await seconds(1, next);
    expect(Math.min(...ids().slice(3).map(Number))).toBeGreaterThan(Math.max(...known.map(Number)));
  });

  it('survive a kill of the controller once they have waited two seconds', async () => {
    const back = await away();
    await switchOff(1, 2);
    await seconds(2);
    const copy = leftByKill();
    await stop(pdu);
    await back();
    await seconds(31, await started(copy));
    expect(outlets()).toEqual(['1', '2']);
  });

  it('have the same number and the same text where a kill came between acceptance and the note of it', async () => {
    receiver.status = 500;
    await switchOff(1);
    await seconds(2);
    const copy = leftByKill();
    receiver.status = 204;
    await seconds(30); // accepted, which the copy does not know
    expect(await stored()).toEqual([]);
    await stop(pdu);
    await seconds(31, await started(copy));
    expect(outlets()).toEqual(['1', '1', '1']);
    expect(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('are given up when Redfish is switched off', async () => {
    const back = await away();
    await switchOff(1);
    await seconds(2);
    expect(await stored()).toHaveLength(1);
    await protocolOff(pdu, admin, 'redfish');
    expect(await stored()).toEqual([]);
    await back();
    await redfishOn(pdu, admin);
    await seconds(40);
    expect(outlets()).toEqual([]);
    expect((await admin.get('/api/redfish')).body.dropped).toBe(1);
  });
});

describe('5,000 events for a receiver that is away', () => {
  it('take two hundred places, and as many rows in few transactions; the newest stay, under numbers of their own', async () => {
    const back = await away();
    const { push, hub } = await partsOf(pdu);
    const write = jest.spyOn(pdu.app.get(OutboxRepository, { strict: false }), 'write');
    for (let number = 0; number < 5000; number++) {
      hub.publish({ message: 'Power.1.2.OutletPoweredOff', args: [String(number)], needs: [] });
    }
    await seconds(3);
    expect(push.waiting(1)).toBe(200);
    expect(write.mock.calls.length).toBeLessThanOrEqual(3);
    expect(write.mock.calls.reduce((sum, [, rows]) => sum + rows.length, 0)).toBeLessThanOrEqual(210);
    expect((await stored()).map(({ body }) => body.length)).toEqual(Array(200).fill(expect.any(Number)));
    expect((await admin.get('/api/redfish')).body.dropped).toBe(4800);
    write.mockRestore();
    await stop(pdu);
    await back();
    const next = await started(folder);
    const { hub: later } = await partsOf(next);
    later.publish({ message: 'Power.1.2.OutletPoweredOn', args: ['new'], needs: [] });
    await seconds(60, next);
    expect(outlets()).toEqual([...Array.from({ length: 199 }, (_, place) => String(4801 + place)), 'new']);
    expect(new Set(ids()).size).toBe(200);
  });
});
