/** The hub of `index.mjs`, which starts the process of its PDUs and measures itself. */
import { randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { uuidV7 } from '../../dist/common/uuid.js';
import { readConfig } from '../../dist/config/runtime-config.js';
import { createHub } from '../../dist/hub.js';
import { HubKeysService } from '../../dist/hub/authority/hub-keys.service.js';
import { HubLink } from '../../dist/hub/link/hub-link.js';
import { HubLinkService } from '../../dist/hub/link/hub-link.service.js';
import { PdusService } from '../../dist/hub/pdus/pdus.service.js';
import { PduStore } from '../../dist/hub/pdus/pdu.store.js';
import { hourId } from '../../dist/hub/readings/minute-hour.entity.js';
import { MinutesStore } from '../../dist/hub/readings/minutes.store.js';
import { LiveReadings } from '../../dist/hub/state/live-readings.js';
import { PduPictures } from '../../dist/hub/state/pdu-pictures.js';
import { StateStore } from '../../dist/hub/state/state.store.js';
import { makeCertificateRequest } from '../../dist/tls/certificate-request.js';
import { PASSWORD, percentile, signIn } from '../support.mjs';

const COUNT = Number(process.env.BENCH_PDUS);
const TICKS = 10;
const MINUTES = 5;
const COMMANDS = 40;
const SITE = 'bench';

const config = readConfig({
  RACKFEED_ROLE: 'hub',
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_HOST: '127.0.0.1',
  RACKFEED_FLEET_PORT: '0',
  RACKFEED_FLEET_HOST: 'localhost,127.0.0.1',
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
});
const app = await createHub(config, { logger: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
const link = app.get(HubLink);
const pdus = app.get(PdusService);
const pictures = app.get(PduPictures);
const live = app.get(LiveReadings);
const memory = () => {
  globalThis.gc?.();
  return process.memoryUsage.rss() / 1024;
};
const cpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
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
const before = { cpu: cpu(), memory: memory() };
await have({ connect: { ...credentials, port: app.get(HubLinkService).port, site: SITE } });
await until(() => pdus.all.every((pdu) => pictures.of(pdu.id)?.isProfileCurrent));
seen.connect = (cpu() - before.cpu) / COUNT / 1000;
seen.memory = (memory() - before.memory) / COUNT;

const rest = await costOf(() => after(5000));
seen.idle = rest.cpu / rest.wall;
const renewing = setInterval(() => pdus.all.forEach((pdu) => live.want(pdu)), 5000);
pdus.all.forEach((pdu) => live.want(pdu));
await after(2000);
const withLeases = await costOf(() => after(10_000)); // as long as the ticks, for as many leases
seen.tick = await perMessage('tick', { ticks: TICKS }, TICKS, withLeases);
clearInterval(renewing);
seen.minute = await perMessage('minute', { minutes: MINUTES, until: Math.floor(link.now / 60_000) }, MINUTES, rest);
seen.states = await medianOf(() => statesOfAll());
seen.hours = await medianOf((round) => hoursOfAll(round));
Object.assign(seen, await commands());
console.log(`result ${JSON.stringify(seen)}`);

/** PDUs in the store as if they had enrolled, with the certificates of one key. */
async function enrolled() {
  const { authority } = app.get(HubKeysService).current;
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
  const [begun, used] = [performance.now(), cpu()];
  await work();
  return { wall: (performance.now() - begun) * 1000, cpu: cpu() - used };
}

/** A hub does it each minute, so what the first time costs more does not count. */
async function medianOf(work) {
  const times = [];
  for (let round = 0; round < 5; round++) {
    const begun = performance.now();
    await work(round);
    times.push(performance.now() - begun);
  }
  return percentile(times, 0.5);
}

/** The CPU of a message, µs, without what the same time costs at rest. */
async function perMessage(kind, message, each, atRest) {
  arrived[kind] = 0;
  const total = COUNT * each;
  const cost = await costOf(async () => {
    await have(message);
    await until(() => arrived[kind] >= total, 20); // asking each millisecond would cost the hub more than a message
  });
  return (cost.cpu - (atRest.cpu / atRest.wall) * cost.wall) / total;
}

async function statesOfAll() {
  const all = pdus.all.map(({ id }) => [id, pictures.of(id)]);
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
  const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
  const api = `http://127.0.0.1:${port}/api/fleet`;
  const times = [];
  for (let n = 0; n < COMMANDS; n++) {
    const { id } = pdus.all[n % COUNT];
    const body = JSON.stringify({ outlet: '1-70', command: n % 2 ? 'ON' : 'OFF' });
    const begun = performance.now();
    const answer = await fetch(`${api}/pdus/${id}/commands`, { method: 'POST', headers, body });
    const command = await answer.json();
    if (answer.status !== 202) throw new Error(`The command got ${answer.status}: ${JSON.stringify(command)}`);
    await until(
      async () => (await (await fetch(`${api}/commands/${command.id}`, { headers })).json()).outcome === 'done',
    );
    times.push(performance.now() - begun);
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}

async function until(isSo, every = 1) {
  for (const end = performance.now() + 120_000; !(await isSo()); await after(every)) {
    if (performance.now() > end) throw new Error('What the benchmark waits for does not come.');
  }
}
