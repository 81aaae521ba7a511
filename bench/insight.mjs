import { mkdirSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { createApp } from '../dist/app.js';
import { CapacityStatisticsService } from '../dist/capacity/capacity-statistics.service.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { SnapshotStore } from '../dist/hardware/snapshot.store.js';
import { HistoryRecorderService } from '../dist/history/history-recorder.service.js';
import { benchTimeline } from './insight/timeline.mjs';
import { MovedClock, SILENT } from './moved-clock.mjs';
import { accessToken, median, PASSWORD, percentile, print, profileOf, signIn, temporaryFolder } from './support.mjs';

const OUTLETS = 48;
const DAYS = 31;

/**
 * A controller with 48 outlets and a month of minutes, and the times of what is read from them. Each measurement is a
 * function of the month below.
 */
export async function benchInsight() {
  const month = await aMonth();
  for (const measure of [capacity, energyReports, backtest]) await measure(month);
  await month.app.close();
  await benchTimeline();
}

/** `GET /api/capacity` and what belongs to it. */
async function capacity({ app, send, nextReading, clock, model }) {
  const statistics = app.get(CapacityStatisticsService);
  const idle = stallsDuring();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  print('longest time without the event loop in a second without work', `${idle().toFixed(1)} ms`);

  const stalls = stallsDuring();
  const begun = performance.now();
  await send('GET', '/api/capacity');
  print('capacity, the first question: all of the history is read', `${(performance.now() - begun).toFixed(0)} ms`);
  print('  longest time without the event loop meanwhile', `${stalls().toFixed(1)} ms`, 'aim < 20 ms');

  clock.advance(3_600_000);
  nextReading();
  await send('GET', '/api/capacity');
  const during = stallsDuring();
  const again = performance.now();
  await statistics.idle();
  print('  the same once an hour, in the background', `${(performance.now() - again).toFixed(0)} ms`);
  print('  longest time without the event loop meanwhile', `${during().toFixed(1)} ms`, 'aim < 20 ms');

  const outlets = model.outlets.map(({ id }) => id);
  const changes = outlets.slice(0, 10).map((outlet) => ({ outlet, addWatts: 50 }));
  await timed('GET /api/capacity of a new reading', nextReading, () => send('GET', '/api/capacity'), 'aim < 2 ms');
  await timed('GET /api/capacity again', undefined, () => send('GET', '/api/capacity'));
  const whatIf = () => send('POST', '/api/capacity/what-if', { changes });
  await timed('POST /api/capacity/what-if, ten changes', nextReading, whatIf, 'aim < 5 ms');
  const lost = () => send('POST', '/api/capacity/what-if', { inletLost: model.inlets[0].id });
  await timed('POST /api/capacity/what-if, an inlet is lost', nextReading, lost, 'aim < 5 ms');
  await timed('GET /api/capacity/placement', nextReading, () => send('GET', '/api/capacity/placement?watts=450'));
}

/** `GET /api/energy/report` of the month, with prices by time of day. */
async function energyReports({ send }) {
  const night = { name: 'Night', perKWh: 0.2, days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', to: '06:00' };
  await send('POST', '/api/conf', { tariff: { currency: 'EUR', rates: [night], defaultPerKWh: 0.3 } });
  for (const [name, query, aim] of [
    ['a month by outlet', 'by=outlet&from=2026-03-02&to=2026-04-01', 'aim < 50 ms'],
    ['a month by outlet and day', 'by=outlet&from=2026-03-02&to=2026-04-01&step=day'],
    ['a month by inlet', 'by=inlet&from=2026-03-02&to=2026-04-01'],
    ['the last day by outlet', 'by=outlet&from=-24h'],
  ]) {
    const times = [];
    const stalls = stallsDuring();
    for (let round = 0; round < 21; round++) {
      const begun = performance.now();
      await send('GET', `/api/energy/report?${query}`);
      times.push(performance.now() - begun);
    }
    print(`GET /api/energy/report, ${name}`, `${median(times).toFixed(1)} ms`, aim);
    print('  longest time without the event loop meanwhile', `${stalls().toFixed(1)} ms`, 'aim < 20 ms');
  }
}

/** One event for any of 48 outlets, on 31 days. */
async function backtest({ send, clock, model }) {
  const highest = Math.max(...model.outlets.map(({ current = 0 }) => current));
  for (const [name, limit] of [
    ['none beyond its limit', highest * 2],
    ['single minutes beyond', highest * 1.04],
  ]) {
    const body = {
      code: 45,
      params: ['any', limit.toFixed(3), '60'],
      from: new Date(clock.now() - DAYS * 86_400_000).toISOString(),
      to: new Date(clock.now()).toISOString(),
    };
    const times = [];
    let found = 0;
    const stalls = stallsDuring();
    for (let round = 0; round < 5; round++) {
      const begun = performance.now();
      found = JSON.parse(await send('POST', '/api/events/backtest', body)).length;
      times.push(performance.now() - begun);
    }
    const stall = `${stalls().toFixed(1)} ms`;
    print(
      `backtest of 31 days, any of 48 outlets, ${name} (${found} times)`,
      `${median(times).toFixed(0)} ms`,
      'aim < 500',
    );
    print('  longest time without the event loop meanwhile', stall, 'aim < 20 ms');
  }
}

/** Prints the median and the 95th percentile of 300 rounds, the client of this process included. */
async function timed(name, before, work, aim) {
  const times = [];
  for (let round = 0; round < 400; round++) {
    before?.();
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  const slow = percentile(times.slice(100), 0.95);
  print(`  ${name}: median, 95 %`, `${median(times.slice(100)).toFixed(2)}, ${slow.toFixed(2)} ms`, aim);
}

/** Answers the longest delay of the event loop since the call, ms. */
function stallsDuring() {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  return () => {
    delay.disable();
    return delay.max / 1e6;
  };
}

/** A controller on a free port, with a month of minutes in its history. */
async function aMonth() {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const config = readConfig({
    RACKFEED_DATA_DIR: dataDir,
    RACKFEED_MODEL: profileOf(OUTLETS, folder),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
  });
  const clock = new MovedClock();
  const app = await createApp(config, { clock, polling: false, logger: SILENT });
  await app.listen(0, '127.0.0.1');
  const recorder = app.get(HistoryRecorderService);
  const snapshots = app.get(SnapshotStore);
  const first = snapshots.current;
  const rack = Array.from({ length: 97 }, (_, step) => drawing(first, 0.8 + 0.2 * Math.sin(step / 5)));
  const begun = performance.now();
  let seq = first.seq;
  const now = () => ({
    ...rack[++seq % rack.length],
    seq,
    takenAt: clock.now(),
    uptime: clock.uptime(),
    readAt: clock.uptime(),
  });
  for (let minute = 0; minute < DAYS * 1440; minute++) {
    clock.advance(60_000);
    recorder.note(now());
    if (minute % 60 === 0) await recorder.idle();
  }
  await recorder.idle();
  print(
    `${DAYS} days of minutes of ${OUTLETS} outlets recorded`,
    `${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );

  const nextReading = () => {
    clock.advance(100);
    snapshots.publish(now());
  };
  nextReading();
  const { port } = app.getHttpServer().address();
  // A token, because the clock moves by hours, in which a session would end.
  const authorization = `Bearer ${await accessToken(port, await signIn(port))}`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (method, path, body) =>
    new Promise((resolve, reject) => {
      const sent = request({ port, method, path, agent, host: '127.0.0.1', headers: { authorization } }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (answer.statusCode === 200) resolve(text);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${text}`));
        });
      });
      sent.on('error', reject);
      sent.end(body && JSON.stringify(body));
    });
  return { app, clock, recorder, snapshots, nextReading, send, model: first && modelOf(first) };
}

const modelOf = ({ inlets, banks, outlets }) => ({ inlets, banks, outlets });

/** The same snapshot with a share of the loads, each a little different. */
function drawing(snapshot, share) {
  const part = (value) => (typeof value === 'number' ? value * share * (1 + (Math.random() - 0.5) * 0.1) : value);
  const each = (reading) => ({
    ...reading,
    current: part(reading.current),
    activePower: part(reading.activePower),
    reactivePower: part(reading.reactivePower),
    apparentPower: part(reading.apparentPower),
  });
  return {
    ...snapshot,
    inlets: snapshot.inlets.map((inlet) => ({ ...each(inlet), lines: inlet.lines.map(each) })),
    banks: snapshot.banks.map(each),
    outlets: snapshot.outlets.map(each),
  };
}
