/**
 * A controller whose poll cycles are run one after the other, without waiting for the clock: rounds with MQTT and rounds
 * without it, in turns. Prints the CPU of an interval in each round as "result" and JSON.
 */
import { performance } from 'node:perf_hooks';
import { Clock } from '../../dist/common/clock.js';
import { createApp } from '../../dist/app.js';
import { readConfig } from '../../dist/config/runtime-config.js';
import { prepareDataFolder } from '../../dist/database/data-folder.js';
import { MeterPollerService } from '../../dist/hardware/meter-poller.service.js';
import { PASSWORD, signIn } from '../support.mjs';

const ROUNDS = 12;
const INTERVALS = 200;
/** Intervals after each change, which are not counted: discovery, all topics of a new connection, the compiler. */
const SETTLING = 40;

/** A clock that is moved by a second for each interval. */
class SteppedClock extends Clock {
  #passed = 0;
  now = () => Date.parse('2026-03-02T08:00:00Z') + this.#passed;
  uptime = () => this.#passed;
  advance(ms) {
    this.#passed += ms;
  }
}

const config = readConfig({
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_MODEL: process.env.BENCH_PROFILE,
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
});
prepareDataFolder(config.dataDir);
const clock = new SteppedClock();
const app = await createApp(config, { polling: false, clock });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
const call = async (method, path, body) => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer.json();
};
const poller = app.get(MeterPollerService);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const outbox = async () => (await call('GET', '/api/mqtt')).outbox;

/** So many seconds; each has time for the acknowledgements of the broker, as a second has. */
async function seconds(count) {
  for (let second = 0; second < count; second++) {
    clock.advance(1000);
    await poller.poll();
    await pause(4);
  }
}

/** Switches publishing on or off, and waits until that is over. */
async function publish(mqttEnabled) {
  await call('POST', '/api/conf', { mqttEnabled });
  const state = mqttEnabled ? 'connected' : 'off';
  const began = performance.now();
  while ((await call('GET', '/api/mqtt')).state !== state) {
    if (performance.now() - began > 20_000) throw new Error(`MQTT does not become ${state}.`);
    await seconds(1);
  }
  await seconds(SETTLING);
}

/** ms of CPU and messages of an interval. */
async function round(isOn) {
  await publish(isOn);
  const sentBefore = (await call('GET', '/api/mqtt')).sent;
  const before = process.cpuUsage();
  await seconds(INTERVALS);
  const { user, system } = process.cpuUsage(before);
  const { sent } = await call('GET', '/api/mqtt');
  return { cpu: (user + system) / 1000 / INTERVALS, messages: (sent - sentBefore) / INTERVALS };
}

await call('POST', '/api/conf', {
  ...{ mqttHost: '127.0.0.1', mqttPort: Number(process.env.BENCH_BROKER), mqttTls: false, mqttUserId: '1' },
  ...{ mqttPublishInterval: 1, mqttCommandsEnabled: true },
});
const rounds = { with: [], without: [] };
for (let count = 0; count < ROUNDS; count++) {
  rounds.without.push(await round(false));
  rounds.with.push(await round(true));
}
console.log(`result ${JSON.stringify({ ...rounds, intervals: ROUNDS * INTERVALS, outbox: await outbox() })}`);
