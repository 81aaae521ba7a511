import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { print, start, temporaryFolder } from '../support.mjs';

const COUNTS = [50, 500, 2000];

/**
 * A small hub (SQLite, the broker in its process) with PDUs of 48 outlets that speak the real link over TLS from another
 * process. The last column is the figure of the design, measured or estimated for 2,000 PDUs, and the ratio to it.
 */
export async function benchFleet() {
  for (const count of COUNTS) {
    const dataDir = join(temporaryFolder(), 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    const environment = { BENCH_PDUS: String(count), BENCH_DATA: dataDir };
    const { child, found } = await start('bench/fleet/hub.mjs', environment, /result ({.*})/);
    child.kill();
    const seen = JSON.parse(found[1]);
    const beside = (value, design, unit) => `design ${design} ${unit}, ${(value / design).toFixed(2)} times`;
    print(`${count} PDUs: CPU of the hub for each that connects (mutual TLS)`, `${seen.connect.toFixed(1)} ms`);
    print('  memory for each connection', `${seen.memory.toFixed(0)} kB`);
    print('  CPU without messages', `${(seen.idle * 100).toFixed(1)} % of a core`);
    print('  CPU for each tick: broker and hub', `${seen.tick.toFixed(0)} µs`, beside(seen.tick, 62, 'µs'));
    print('  CPU for each minute of 48 outlets: broker and hub', `${seen.minute.toFixed(0)} µs`);
    print('  the newest state of all to the database', `${seen.states.toFixed(0)} ms`, scaled(seen.states, 30, count));
    print('  an hour of all to the database', `${seen.hours.toFixed(0)} ms`, scaled(seen.hours, 190, count));
    print('  command to outcome, one after the other: p50', `${seen.p50.toFixed(1)} ms`, beside(seen.p50, 13, 'ms'));
    print('    p95', `${seen.p95.toFixed(1)} ms`);
  }
}

/** The design names the figure of 2,000 PDUs. */
function scaled(value, design, count) {
  const expected = (design * count) / 2000;
  return `design ${expected.toFixed(1)} ms, ${(value / expected).toFixed(2)} times`;
}
