import { createApp } from '../dist/app.js';
import { Access, PERMISSION_FLAGS } from '../dist/common/access.js';
import { zoneOf } from '../dist/common/calendar.js';
import { Clock } from '../dist/common/clock.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { Db } from '../dist/database/db.js';
import { eventCode } from '../dist/events/catalogue/index.js';
import { evaluate, initialState } from '../dist/events/engine/rule-engine.js';
import { MeterPollerService } from '../dist/hardware/meter-poller.service.js';
import { PduDriver } from '../dist/hardware/pdu.driver.js';
import { SnapshotStore } from '../dist/hardware/snapshot.store.js';
import { HistoryRecorderService } from '../dist/history/history-recorder.service.js';
import { setEngineFlags } from '../dist/launcher/engine-flags.js';
import { OutletsService } from '../dist/outlets/outlets.service.js';
import { median, PASSWORD, signIn, startReaders } from './support.mjs';

const CYCLES = 40;

setEngineFlags(); // as the controller does

/** A clock that the benchmark moves on, so that minutes end when it wants them to. */
class MovedClock extends Clock {
  shift = 0;
  now = () => Date.now() + this.shift;
  uptime = () => performance.now() + this.shift;
}

const config = readConfig({
  RACKFEED_DATA_DIR: process.env.BENCH_DATA,
  RACKFEED_MODEL: process.env.BENCH_PROFILE,
  RACKFEED_ADMIN_PASSWORD: PASSWORD,
});
const clock = new MovedClock();
const app = await createApp(config, { clock, polling: false });
await app.listen(0, '127.0.0.1');
const { port } = app.getHttpServer().address();
const token = await signIn(port);
const poller = app.get(MeterPollerService);
const megabytes = () => process.memoryUsage.rss() / 2 ** 20;

/** The longest iteration of the event loop while it runs, ms. */
let longest = 0;
let watching = true;
const watch = (from) => {
  const now = performance.now();
  longest = Math.max(longest, now - from);
  if (watching) setImmediate(watch, now);
};

const seen = { port, memory: megabytes() };
seen.cycleAlone = await cpuOfCycles();
const reader = await startReaders({ port, token, count: 1 });
await cpuOfCycles();
seen.cycle = await cpuOfCycles();
setImmediate(watch, performance.now());
await cpuOfCycles();
seen.longest = longest;
reader.stop();

limitedRead();
seen.history = await history();
seen.memoryOfHistory = megabytes();
watching = false;
seen.rules = rules('1000');
seen.rulesBeyond = rules('1.5');
seen.token = await signIn(port); // the first session has ended in the hours of history
console.log(`result ${JSON.stringify(seen)}`);

/** The median processor time of a poll cycle until its bytes are on the socket. */
async function cpuOfCycles() {
  const times = [];
  for (let cycle = 0; cycle < CYCLES; cycle++) {
    const before = process.cpuUsage();
    await poller.poll();
    await new Promise((resolve) => setImmediate(resolve));
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return median(times);
}

/** The time in which the list is made for a role that has not read it before, in the cycle in which nobody has. */
function limitedRead() {
  const limited = [];
  const { model } = app.get(PduDriver);
  const outlets = app.get(OutletsService);
  for (let round = 0; round < 15; round++) {
    app.get(SnapshotStore).touch();
    const viewOutlets = model.outlets.map(({ id }) => id).filter((_, place) => place !== round);
    const flags = Object.fromEntries(PERMISSION_FLAGS.map((flag) => [flag, false]));
    const access = new Access({ ...flags, viewOutlets, modifyOutlets: [] }, false);
    const from = performance.now();
    if (outlets.prepared(access).body.length === 0) throw new Error('empty');
    limited.push(performance.now() - from);
  }
  seen.limited = median(limited);
}

/**
 * Two hours with a reading in each of some minutes: the longest hold of the event loop while they are written, after the poll
 * cycle, the longest waits for the database in each of these writes, and the processor time of all that.
 */
async function history() {
  const recorder = app.get(HistoryRecorderService);
  seen.waits = [];
  const before = process.cpuUsage();
  let held = 0;
  for (let minute = 0; minute < 120; minute += 4) {
    clock.shift += 4 * 60_000;
    await poller.poll();
    await new Promise((resolve) => setImmediate(resolve));
    longest = 0;
    const idle = recorder.idle();
    seen.waits.push(await longestWait(idle));
    await new Promise((resolve) => setImmediate(resolve));
    held = Math.max(held, longest);
  }
  const { user, system } = process.cpuUsage(before);
  seen.historyCpu = (user + system) / 1000;
  return held;
}

/** The longest wait of a switching command for the database until `work` has ended, ms. */
async function longestWait(work) {
  const db = app.get(Db);
  let [isOver, waited] = [false, 0];
  void work.then(() => (isOver = true));
  while (!isOver) {
    const from = performance.now();
    await db.transaction(async () => undefined, 'first');
    waited = Math.max(waited, performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return waited;
}

/** The median time of a tick of 500 events that each watch any outlet; `limit` is that of the events, A. */
function rules(limit) {
  const { model } = app.get(PduDriver);
  const events = Array.from({ length: 500 }, () => {
    const compiled = eventCode(45).compile(['any', limit, '3'], model);
    return { compiled, state: initialState(compiled) };
  });
  const { current } = app.get(SnapshotStore);
  const context = {
    now: current,
    elapsed: 1000,
    zone: zoneOf('UTC'),
    poweredUp: false,
    energyOf: () => 0,
    pingFailures: () => undefined,
  };
  const times = [];
  for (let tick = 0; tick < 40; tick++) {
    const outlets = current.outlets.map((outlet, place) => ({ ...outlet, current: place === 7 ? 2 : 1 + tick / 1000 }));
    const now = { ...current, outlets, uptime: tick * 1000, readAt: tick * 1000, fresh: true };
    const given = { ...context, now };
    const from = performance.now();
    for (const event of events) {
      const after = evaluate(event.compiled, event.state, given);
      if (after) event.state = after.state;
    }
    times.push(performance.now() - from);
  }
  return median(times.slice(10));
}
