import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../dist/app.js';
import { readConfig } from '../dist/config/runtime-config.js';
import { SnapshotStore } from '../dist/hardware/snapshot.store.js';
import { HistoryRecorderService } from '../dist/history/history-recorder.service.js';
import { MovedClock, SILENT } from './moved-clock.mjs';
import { median, PASSWORD, print, profileOf, signIn, temporaryFolder } from './support.mjs';

const DAYS = 8;

/** Eight days of 48 outlets with varying loads: the cost of a reading, of a day's writes and of a chart. */
export async function benchHistory() {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const config = readConfig({
    RACKFEED_DATA_DIR: dataDir,
    RACKFEED_MODEL: profileOf(48, folder),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
  });
  const clock = new MovedClock();
  const app = await createApp(config, { clock, polling: false, logger: SILENT });
  await app.listen(0, '127.0.0.1');
  const recorder = app.get(HistoryRecorderService);
  const first = app.get(SnapshotStore).current;

  const before = written();
  let ticks = 0;
  const snapshots = Array.from({ length: 61 }, () => wandering(first));
  let writing = 0;
  for (let minute = 0; minute < DAYS * 1440; minute++) {
    for (let reading = 0; reading < 6; reading++) {
      clock.advance(10_000);
      const snapshot = snapshots[ticks % snapshots.length];
      ticks++;
      // For the history only: the other readers of a poll cycle are measured elsewhere.
      recorder.note({ ...snapshot, seq: ticks, takenAt: clock.now(), uptime: clock.uptime() });
    }
    const begun = performance.now();
    await recorder.idle();
    writing += performance.now() - begun;
  }
  const bytes = (written() - before) / DAYS;
  print('history of 48 outlets: written to the disk a day', `${(bytes / 1e6).toFixed(1)} MB`);
  const size = statSync(join(dataDir, 'rackfeed.sqlite')).size / DAYS;
  print('  what a day of minutes and quarters takes in the database', `${(size / 1e6).toFixed(2)} MB`);
  print('  time of all writing of a day, in the background', `${(writing / DAYS).toFixed(0)} ms`);

  print('  one reading of all series into memory: CPU', `${(tick(recorder, snapshots, clock) * 1000).toFixed(1)} µs`);

  const { port } = app.getHttpServer().address();
  const token = await signIn(port);
  const outlet = first.outlets[20].id;
  for (const [name, query] of [
    ['a day in minutes', 'from=-24h&step=60'],
    ['a day for a chart (600 points)', 'from=-24h'],
    ['a week in minutes', 'from=-7d&step=60'],
    ['a week for a chart', 'from=-7d'],
    ['an hour in seconds', 'from=-30m&step=1'],
  ]) {
    const times = [];
    let points = 0;
    for (let round = 0; round < 41; round++) {
      const begun = performance.now();
      const answer = await fetch(
        `http://127.0.0.1:${port}/api/history?object=${outlet}&measure=activePower&to=now&${query}`,
        { headers: { cookie: `SPID=${token}` } },
      );
      points = (await answer.json()).t.length;
      times.push(performance.now() - begun);
    }
    const aim = name === 'a day in minutes' ? 'aim < 20 ms' : '';
    print(`  GET ${name}: ${points} points`, `${median(times).toFixed(1)} ms`, aim);
  }
  await app.close();
}

/** The bytes that this process has written to the disk, including those of the write-ahead log. */
const written = () => Number(/^wchar: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))[1]);

function tick(recorder, snapshots, clock) {
  const times = [];
  for (let round = 0; round < 2000; round++) {
    clock.advance(20);
    const snapshot = { ...snapshots[round % snapshots.length], takenAt: clock.now(), uptime: 0 };
    const begun = performance.now();
    recorder.memory.note(snapshot);
    times.push(performance.now() - begun);
  }
  return median(times.slice(1000));
}

/** The same snapshot with every measurement slightly changed: the worst case for the compression. */
function wandering(snapshot) {
  const off = (value, share) => (typeof value === 'number' ? value * (1 + (Math.random() - 0.5) * share) : value);
  const each = (reading) => ({
    ...reading,
    current: off(reading.current, 0.1),
    voltage: off(reading.voltage, 0.005),
    activePower: off(reading.activePower, 0.1),
    powerFactor: off(reading.powerFactor, 0.02),
  });
  return {
    ...snapshot,
    inlets: snapshot.inlets.map((inlet) => ({ ...each(inlet), lines: inlet.lines.map(each) })),
    banks: snapshot.banks.map(each),
    outlets: snapshot.outlets.map(each),
  };
}
