/**
 * The hub of `index.mjs`, which starts the process of its PDUs and measures itself: a small one, or with BENCH_SERVERS a
 * large one with PostgreSQL and mosquitto beside it.
 */
import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { uuidV7 } from '../../dist/common/uuid.js';
import { readConfig } from '../../dist/config/runtime-config.js';
import { createHub } from '../../dist/hub.js';
import { HubKeysService } from '../../dist/hub/authority/hub-keys.service.js';
import { CommandsService } from '../../dist/hub/commands/commands.service.js';
import { HubLink } from '../../dist/hub/link/hub-link.js';
import { HubLinkService } from '../../dist/hub/link/hub-link.service.js';
import { PdusService } from '../../dist/hub/pdus/pdus.service.js';
import { PduStore } from '../../dist/hub/pdus/pdu.store.js';
import { hourId } from '../../dist/hub/readings/minute-hour.entity.js';
import { MinutesStore } from '../../dist/hub/readings/minutes.store.js';
import { LiveReadings } from '../../dist/hub/state/live-readings.js';
import { PduStates } from '../../dist/hub/state/pdu-states.js';
import { StateStore } from '../../dist/hub/state/state.store.js';
import { makeCertificateRequest } from '../../dist/tls/certificate-request.js';
import { cpuOf, PASSWORD, percentile, signIn } from '../support.mjs';
import { freePort, startMosquitto, startPostgresql } from './servers.mjs';

const COUNT = Number(process.env.BENCH_PDUS);
const TICKS = 10;
const MINUTES = 5;
const COMMANDS = 40;
const CALLERS = 16;
const ACCEPTED = 1600;
const SITE = 'bench';

const isLarge = Boolean(process.env.BENCH_SERVERS);
const database = isLarge ? await startPostgresql() : undefined;
const brokerPort = isLarge ? await freePort() : undefined;
const config = readConfig({
  RACKFEED_ROLE: 'hub',
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_HOST: '127.0.0.1',
  RACKFEED_FLEET_PORT: '0',
  RACKFEED_FLEET_HOST: 'localhost,127.0.0.1',
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
  ...(isLarge && { RACKFEED_DATABASE_URL: database.url, RACKFEED_FLEET_BROKER: `mqtts://127.0.0.1:${brokerPort}` }),
});
const app = await createHub(config, { logger: false });
await app.listen(0, '127.0.0.1');
const { authority } = app.get(HubKeysService).current;
const broker = isLarge ? await startMosquitto(authority, brokerPort) : undefined;
const { port } = app.getHttpServer().address();
const link = app.get(HubLink);
const pdus = app.get(PdusService);
const states = app.get(PduStates);
const live = app.get(LiveReadings);
const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1024;
};
/** CPU that the hub and each server beside it have used so far, µs. */
const cpus = () => {
  const { user, system } = process.cpuUsage();
  return {
    hub: user + system,
    broker: broker ? cpuOf(broker.pid) : 0,
    database: database ? cpuOf(database.pid, { withChildren: true }) : 0,
  };
};

const arrived = { tick: 0, minute: 0 };
for (const kind of Object.keys(arrived)) link.onUp(kind, () => void arrived[kind]++);

const bench = fork(join(import.meta.dirname, 'pdus.mjs'));
/** Has the PDUs do something; resolves when they have done it. */
async function have(message) {
  bench.send(message);
  await once(bench, 'message');
}

const seen = {};
const credentials = await enrolled();
await until(() => link.broker.state === 'connected' || !isLarge);
const before = memory();
const connecting = await costOf(async () => {
  await have({ connect: { ...credentials, port: brokerPort ?? app.get(HubLinkService).port, site: SITE } });
  await until(() => pdus.all.every((pdu) => states.of(pdu.id)?.isProfileCurrent), 20);
});
seen.connect = mapped(connecting.cpu, (used) => used / COUNT / 1000);
seen.memory = (memory() - before) / COUNT;

const rest = await costOf(() => after(5000));
seen.idle = rest.cpu.hub / rest.wall;
const renewing = setInterval(() => pdus.all.forEach((pdu) => live.want(pdu)), 5000);
pdus.all.forEach((pdu) => live.want(pdu));
await after(2000);
const withLeases = await costOf(() => after(10_000)); // as long as the ticks, for as many leases
seen.tick = await perMessage('tick', { ticks: TICKS }, TICKS, withLeases);
clearInterval(renewing);
seen.minute = await perMessage('minute', { minutes: MINUTES, until: Math.floor(link.now / 60_000) }, MINUTES, rest);
seen.states = await medianOf(() => statesOfAll());
seen.changed = await medianOf(() => {
  app.get(StateStore).forgetStored(); // as if the parts or states of each PDU had changed
  return statesOfAll();
});
seen.hours = await medianOf((round) => hoursOfAll(round));
Object.assign(seen, await commands());
seen.accepted = await acceptedByApi();
seen.rows = await acceptedByStore();
console.log(`result ${JSON.stringify(seen)}`);

/** PDUs in the store as if they had enrolled, with the certificates of one key. */
async function enrolled() {
  const names = { hosts: [], addresses: [] };
  const { key, request } = makeCertificateRequest({ commonName: 'a PDU', names, keyType: 'ec' });
  const made = [];
  for (let place = 0; place < COUNT; place++) {
    const now = Date.now();
    const id = uuidV7(now);
    const hash = randomBytes(32).toString('hex');
    await app.get(PduStore).create(
      {
        ...{ id, name: `PDU ${place + 1}`, site: SITE, shard: 0, serial: String(1000000 + place), model: 'bench-48' },
        ...{ state: 'active', keyHash: hash, tokenHash: hash, enrolledAt: now },
      },
      { kind: 'system', who: 'bench' },
    );
    made.push({ id, cert: await authority.issue(request, id, now) });
  }
  return { key, ca: authority.certificate, pdus: made };
}

/** CPU and wall time, µs. */
async function costOf(work) {
  const [begun, used] = [performance.now(), cpus()];
  await work();
  const wall = (performance.now() - begun) * 1000;
  const now = cpus();
  return { wall, cpu: mapped(now, (value, name) => value - used[name]) };
}

function mapped(values, to) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value, name)]));
}

/** The wall time and CPU of one, ms. A hub does it each minute, so what the first time costs more does not count. */
async function medianOf(work) {
  const rounds = [];
  for (let round = 0; round < 5; round++) rounds.push(await costOf(() => work(round)));
  const median = (of) => percentile(rounds.map(of), 0.5) / 1000;
  return { wall: median(({ wall }) => wall), cpu: mapped(rounds[0].cpu, (_, name) => median(({ cpu }) => cpu[name])) };
}

/** The CPU of a message, µs, without what the same time costs at rest. */
async function perMessage(kind, message, each, atRest) {
  arrived[kind] = 0;
  const total = COUNT * each;
  const cost = await costOf(async () => {
    await have(message);
    await until(() => arrived[kind] >= total, 20); // asking each millisecond would cost the hub more than a message
  });
  return mapped(cost.cpu, (used, name) => (used - (atRest.cpu[name] / atRest.wall) * cost.wall) / total);
}

async function statesOfAll() {
  const all = pdus.all.map(({ id }) => [id, states.of(id)]);
  for (let at = 0; at < all.length; at += 200) await app.get(StateStore).save(all.slice(at, at + 200));
}

/** An hour before all that was sent, of 60 minutes. */
async function hoursOfAll(round) {
  const hour = Math.floor(link.now / 3_600_000) - 10 - round;
  const minute = (place) => ({ w: 1900 + place, va: 2000 + place, peak: 2100 + place });
  const changes = pdus.all.map(({ no }) => {
    const minutes = Array.from({ length: 60 }, (_, place) => [place, minute(place + (no % 40))]);
    return [hourId(no, hour), new Map(minutes)];
  });
  await app.get(MinutesStore).add(new Map(changes));
}

/** Commands to PDUs that answer at once: from the request to the outcome, which is asked for each millisecond. */
async function commands() {
  const send = await sender();
  const times = [];
  for (let n = 0; n < COMMANDS; n++) {
    const begun = performance.now();
    const { id } = await send(n);
    await until(async () => (await send.outcomeOf(id)) === 'done');
    times.push(performance.now() - begun);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

/** By callers at once over the API: durable at the hub, sent, answered and stored with its end. */
async function acceptedByApi() {
  const send = await sender();
  const { perSecond, newest } = await acceptedPerSecond(send);
  await until(async () => (await send.outcomeOf(newest.id)) === 'done', 20);
  return perSecond;
}

/** The same without HTTP and sessions: rows with their records in the log, as many as wait in one commit. */
async function acceptedByStore() {
  const commands = app.get(CommandsService);
  const caller = { userId: '1', username: 'admin', credential: { kind: 'session' }, address: '127.0.0.1' };
  const { perSecond, newest } = await acceptedPerSecond((n) =>
    commands.accept(pduOf(n), orderOf(n), undefined, caller),
  );
  await until(async () => (await commands.find(newest.id)).outcome !== null, 20);
  return perSecond;
}

/** The number of commands that callers at once, each with one after the other, have accepted in a second, and the last one. */
async function acceptedPerSecond(send) {
  let next = 0;
  let newest;
  const caller = async () => {
    while (next < ACCEPTED) newest = await send(next++);
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return { perSecond: (ACCEPTED * 1000) / (performance.now() - begun), newest };
}

function pduOf(n) {
  return pdus.all[n % COUNT];
}

function orderOf(n) {
  return { outlet: `${1 + (Math.floor(n / COUNT) % 12)}-70`, command: n % 2 ? 'ON' : 'OFF' };
}

async function sender() {
  const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
  const api = `http://127.0.0.1:${port}/api/fleet`;
  const send = async (n) => {
    const body = JSON.stringify(orderOf(n));
    const answer = await fetch(`${api}/pdus/${pduOf(n).id}/commands`, { method: 'POST', headers, body });
    const command = await answer.json();
    if (answer.status !== 202) throw new Error(`The command got ${answer.status}: ${JSON.stringify(command)}`);
    return command;
  };
  const outcomeOf = async (id) => (await (await fetch(`${api}/commands/${id}`, { headers })).json()).outcome;
  return Object.assign(send, { outcomeOf });
}

async function until(isSo, every = 1) {
  for (const end = performance.now() + 120_000; !(await isSo()); await after(every)) {
    if (performance.now() > end) throw new Error('What the benchmark waits for does not come.');
  }
}
