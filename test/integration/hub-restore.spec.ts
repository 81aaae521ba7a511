/** An older backup of a hub is restored while its PDU has gone on: commands, events, and the way back of the PDU. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { restoreBackup, writeBackup } from '../../src/database/maintenance/backup.js';
import { aHub, type Hub } from '../support/app/hub.js';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { freePort } from '../support/servers/free-port.js';
import { forSockets, scaledTimeLimit } from '../support/time/time-limits.js';
import { VirtualClock } from '../support/time/virtual-clock.js';

jest.setTimeout(60_000);

const folder = mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
const hubData = join(folder, 'hub');
const KEY = {
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  deriveKey: () => Promise.resolve(Buffer.alloc(32, 7)),
};
const HOURS = 3_600_000;
// TLS judges certificates by the clock of the machine.
const clock = new VirtualClock(new Date().toISOString());
let port: number;
let hub: Hub;
let admin: Client;
let pdu: Pdu;
let operator: Client;
let id: string;

const startHub = async (): Promise<void> => {
  hub = await aHub({ clock, dataDir: hubData, env: { RACKFEED_FLEET_PORT: String(port) } });
  admin = await hub.as('admin');
};
const startPdu = async (token = ''): Promise<void> => {
  const env = { RACKFEED_HUB: `127.0.0.1:${port}`, ...(token && { RACKFEED_HUB_TOKEN: token }) };
  pdu = await aPdu({ dataDir: join(folder, 'pdu'), clock, env });
  operator = await pdu.as('admin');
};
/** Lets seconds pass at both until it holds, and what they have begun at real sockets happen meanwhile. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = AbortSignal.timeout(scaledTimeLimit(50_000));
  while (!(await holds())) {
    limit.throwIfAborted();
    clock.advance(1000);
    await hub.poll();
    await pdu.poll();
    await forSockets();
  }
}

const isThere = async (): Promise<boolean> => {
  const { online, outlets } = (await admin.get(`/api/fleet/pdus/${id}`)).body as { online: boolean; outlets: number };
  return online && outlets > 0;
};
const send = async (outlet: string, validMs: number): Promise<string> =>
  (await admin.post(`/api/fleet/pdus/${id}/commands`, { outlet, command: 'OFF', validMs })).body.id as string;
const outcomeOf = async (command: string) => (await admin.get(`/api/fleet/commands/${command}`)).body.outcome as string;
const states = async (): Promise<string[]> =>
  ((await operator.get('/api/outlets')).body as { state: string }[]).slice(0, 3).map(({ state }) => state);

const backUpHub = async (path: string): Promise<void> => {
  const target = await open(path, 'wx', 0o600);
  await writeBackup(hubData, target, KEY, clock.now());
  await target.close();
};
/** The hub of the backup goes on. */
const restoreHub = async (path: string): Promise<void> => {
  await hub.stop();
  const source = await open(path);
  await restoreBackup(hubData, source, KEY, clock.now());
  await source.close();
  await startHub();
};

beforeAll(async () => {
  for (const data of ['hub', 'pdu']) mkdirSync(join(folder, data), { mode: 0o700 });
  port = await freePort();
  await startHub();
  const made = await admin.post('/api/fleet/enrolments', { site: 'north', accept: true });
  await startPdu(made.body.token as string);
  await until(async () => {
    id = ((await admin.get('/api/fleet/pdus')).body.items as { id: string }[])[0]?.id ?? '';
    return id !== '' && (await isThere());
  });
});
afterAll(async () => {
  await pdu.stop();
  await hub.stop();
  rmSync(folder, { recursive: true });
});

it('an older backup of a hub carries no command out again, and its PDU comes back by itself', async () => {
  const outlets = (await operator.get('/api/outlets')).body as { id: string }[];
  const [first = '', second = '', third = ''] = outlets.map((outlet) => outlet.id);
  await pdu.stop();
  const open24h = await send(first, 24 * HOURS); // open in the backup, as its PDU is away
  const path = join(folder, 'backup');
  await backUpHub(path);

  await startPdu();
  await until(async () => (await outcomeOf(open24h)) === 'done');
  const later = await send(second, 10_000); // the backup does not know it
  await until(async () => (await outcomeOf(later)) === 'done');
  expect(await states()).toEqual(['OFF', 'OFF', 'ON']);
  for (const outlet of [first, second]) await operator.put(`/api/outlets/${outlet}`, { state: 'ON' });

  await restoreHub(path);
  expect(await outcomeOf(open24h)).toBe('open');
  await until(async () => (await isThere()) && (await outcomeOf(open24h)) === 'done');
  expect((await admin.get(`/api/fleet/commands/${later}`)).body.code).toBe('FLEET_COMMAND_UNKNOWN');

  const newest = await send(third, 10_000);
  await until(async () => (await outcomeOf(newest)) === 'done');
  expect(await states()).toEqual(['ON', 'ON', 'OFF']);
  const { entries } = (await operator.get('/api/log?kind=outlet.switch')).body as { entries: { cause: unknown }[] };
  expect(JSON.stringify(entries).match(/"fleet"/g) ?? []).toHaveLength(3);
});

it('events that ended after an older backup of a hub end there too, and those that began since begin', async () => {
  const objects = async () => {
    const { items } = (await admin.get('/api/fleet/events?open=true')).body as { items: Record<string, string>[] };
    return items.map(({ code, object }) => `${code} ${object}`).sort();
  };
  const breakers = (...open: string[]) =>
    operator.patch('/api/simulator', {
      banks: Object.fromEntries(banks.map((bank) => [bank, { breakerClosed: !open.includes(bank) }])),
    });
  const trippedAre = async (...open: string[]) =>
    (await objects()).join() === open.map((bank) => `BREAKER_OPEN ${bank}`).join();
  const banks = ['1200578', '1200579'];
  const [first = '', second = ''] = banks;
  await breakers(first);
  await until(() => trippedAre(first));
  const path = join(folder, 'backup of events');
  await backUpHub(path);
  await breakers(second);
  await until(() => trippedAre(second));

  await restoreHub(path);
  expect(await objects()).toEqual([`BREAKER_OPEN ${first}`]);
  await until(() => trippedAre(second));
  const { items } = (await admin.get('/api/fleet/events?limit=3')).body as { items: unknown[] };
  expect(items).toMatchObject([
    { code: 'EVENTS_COMPARED', raised: false, severity: 'info' },
    { code: 'BREAKER_OPEN', object: first, raised: false },
    { code: 'BREAKER_OPEN', object: second, raised: true },
  ]);
});
