import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { print, start, temporaryFolder } from '../support.mjs';

const COUNTS = [50, 500, 2000];
const LARGE = 2000;
/** The factor by which this machine starts a process more slowly than the one of the design. */
let slowness = 1;

/**
 * Hubs with PDUs of 48 outlets that speak the real link over TLS from another process: small ones (SQLite, the broker in
 * its process), then a large one with PostgreSQL and mosquitto beside it. The last column is the figure of the design,
 * which was measured on a quiet machine, how many times as much this is, and the same divided by the slowness of this machine.
 */
export async function benchFleet(slownessOfMachine) {
  slowness = slownessOfMachine;
  for (const count of COUNTS) printSmall(count, await measured(count));
  if (!existsSync('/usr/lib/postgresql') || !existsSync('/usr/sbin/mosquitto')) {
    console.log('A large hub needs the packages postgresql and mosquitto.');
    return;
  }
  printLarge(LARGE, await measured(LARGE, { BENCH_SERVERS: 'yes' }));
}

async function measured(count, servers = {}) {
  const dataDir = join(temporaryFolder(), 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const environment = { BENCH_PDUS: String(count), BENCH_DATA: dataDir, ...servers };
  const { child, found } = await start('bench/fleet/hub.mjs', environment, /result ({.*})/);
  child.kill();
  await once(child, 'exit'); // it ends its servers and its PDUs
  return JSON.parse(found[1]);
}

function printSmall(count, seen) {
  const scaled = (ms, design) => beside(ms, (design * count) / 2000, 'ms'); // the design has the figure of 2,000 PDUs
  print(`${count} PDUs: CPU of the hub for each that connects (mutual TLS)`, `${seen.connect.hub.toFixed(1)} ms`);
  print('  memory for each connection', `${seen.memory.toFixed(0)} kB`);
  print('  CPU without messages', `${(seen.idle * 100).toFixed(1)} % of a core`);
  print('  CPU for each tick: broker and hub', µs(seen.tick.hub), beside(seen.tick.hub, 62, 'µs'));
  print('  CPU for each minute of 48 outlets: broker and hub', µs(seen.minute.hub));
  print('  the newest state of all to the database', ms(seen.states.wall), scaled(seen.states.wall, 30));
  print('  an hour of all to the database', ms(seen.hours.wall), scaled(seen.hours.wall, 190));
  printCommands(seen);
}

function printLarge(count, seen) {
  const each = (used) => (used * 1000) / count;
  print(`${count} PDUs with PostgreSQL and mosquitto: CPU of the broker`, '');
  print('  for each that connects (mutual TLS)', ms(seen.connect.broker), beside(seen.connect.broker, 1.9, 'ms'));
  print('  for each tick', µs(seen.tick.broker), beside(seen.tick.broker, 10, 'µs'));
  print('  for each minute of 48 outlets', µs(seen.minute.broker), beside(seen.minute.broker, 31, 'µs'));
  print('CPU of the hub for each tick', µs(seen.tick.hub), beside(seen.tick.hub, 14, 'µs'));
  print('  for each minute of 48 outlets', µs(seen.minute.hub), beside(seen.minute.hub, 36, 'µs'));
  const [states, changed, hours] = [seen.states, seen.changed, seen.hours].map(({ cpu }) => each(cpu.database));
  print('CPU of PostgreSQL for each state, which has the newest minute', µs(states), beside(states, 12, 'µs'));
  print('  with names, hello and states, where these have changed', µs(changed));
  print('  for each hour of minutes', µs(hours), beside(hours, 6, 'µs'));
  printCommands(seen, 3290);
}

function printCommands({ p50, p95, accepted, rows }, design) {
  print('  command to outcome, one after the other: p50', ms(p50), beside(p50, 13, 'ms'));
  print('    p95', ms(p95));
  const asked = design && `design ${design} bare rows: ${times(design / rows)}`;
  print('  commands accepted from 16 callers at once, with their records in the log', `${rows.toFixed(0)}/s`, asked);
  print('    by the API', `${accepted.toFixed(0)}/s`);
}

const ms = (value) => `${value.toFixed(value < 30 ? 1 : 0)} ms`;
const µs = (value) => `${value.toFixed(0)} µs`;
const beside = (value, design, unit) =>
  `design ${design < 10 ? design.toFixed(1) : design} ${unit}, ${times(value / design)}`;
const times = (ratio) => `${ratio.toFixed(2)} times, ${(ratio / slowness).toFixed(2)} with the machine`;
