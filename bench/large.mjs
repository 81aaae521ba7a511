import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import { percentile, print, profileOf, start, temporaryFolder } from './support.mjs';

const OUTLETS = 10_000;

/** One controller with ten thousand simulated outlets: what a poll cycle, a read and its rules cost, and what it holds. */
export async function benchLarge() {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o700 });
  const environment = { BENCH_PROFILE: profileOf(OUTLETS, folder), BENCH_DATA: dataDir };
  const { child, found } = await start('bench/large-server.mjs', environment, /result ({.*})/);
  const seen = JSON.parse(found[1]);
  const ms = (value) => `${value.toFixed(2)} ms`;
  print(`one poll cycle of ${OUTLETS} outlets with a stream reader: CPU`, ms(seen.cycle), 'aim ≤ 12 ms');
  print('  without a reader', ms(seen.cycleAlone));
  print('  the longest time it held the event loop, with a reader', ms(seen.longest));
  print('two hours of history: longest hold while minutes are written', ms(seen.history), 'aim ≤ 50 ms');
  const waits = seen.waits.sort((a, b) => b - a);
  print('  longest waits of a switching command for the database', waits.slice(0, 4).map(ms).join(', '));
  print('  CPU', `${(seen.historyCpu / 1000).toFixed(1)} s`);
  const headers = { cookie: `SPID=${seen.token}` };
  const { latencies, statuses } = await load({ port: seen.port, path: '/api/outlets', headers, connections: 1 });
  if (statuses.get('200') !== latencies.length) throw new Error(`answered ${[...statuses]}`);
  print('GET of all outlets, cached: p50', ms(percentile(latencies, 0.5)), 'aim ≤ 3 ms');
  print('first GET of a role that may view all outlets but one', ms(seen.limited), 'aim ≤ 10 ms');
  print('500 events for any of the outlets, none beyond its limit', ms(seen.rules), 'aim ≤ 25 ms a cycle');
  print('  each with one outlet that stays beyond', ms(seen.rulesBeyond));
  print('resident memory after the start', `${seen.memory.toFixed(0)} MB`);
  print('  with two hours of history, before it is written', `${seen.memoryOfHistory.toFixed(0)} MB`);
  child.kill();
}
