import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import {
  median,
  percentile,
  print,
  profileOf,
  start,
  startController,
  switchers,
  temporaryFolder,
} from './support.mjs';
import { benchSwitchUnderPressure } from './switch-pressure.mjs';

/** Rounds of a second for each server. In the first ones V8 still optimises code that the references hardly have. */
const FIRST_ROUNDS = 9;
const ROUNDS = 9;
const SWITCHES = ['{"state":"OFF"}', '{"state":"ON"}'];

/** A switch over HTTP, one after the other, against bare node:http that drives the same relay, in interleaved rounds. */
export async function benchSwitch() {
  const folder = temporaryFolder();
  const controller = await startController(48, folder);
  const tokens = await switchers(controller.port);
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const answer = await fetch(`http://127.0.0.1:${controller.port}/api/outlets/1`, { headers });
  const outlet = await answer.text();
  const bare = async (work) => {
    const dataDir = join(folder, `bare ${work}`);
    mkdirSync(dataDir);
    const BENCH_PROFILE = profileOf(48, folder);
    const environment = { BENCH_DATA: dataDir, BENCH_OUTLET: outlet, BENCH_PROFILE, BENCH_WORK: work };
    const { child, found } = await start('bench/bare-switch-server.mjs', environment, /ready (\d+)/);
    return { child, port: Number(found[1]) };
  };
  const servers = {
    bare: await bare(''),
    driver: await bare('driver'),
    durable: await bare('commit driver'),
    rackfeed: controller,
  };
  const seen = Object.fromEntries(Object.keys(servers).map((name) => [name, { p50: [], p99: [] }]));
  for (let round = 0; round < FIRST_ROUNDS + ROUNDS; round++) {
    for (const [name, { port }] of Object.entries(servers)) {
      const put = {
        port,
        method: 'PUT',
        path: '/api/outlets/1',
        tokens,
        bodies: SWITCHES,
        connections: 1,
        seconds: 1,
      };
      const { latencies, statuses } = await load(put);
      if (statuses.get('200') !== latencies.length) throw new Error(`${name} answered ${[...statuses]}`);
      seen[name].p50.push(percentile(latencies, 0.5));
      seen[name].p99.push(percentile(latencies, 0.99));
    }
  }
  const latest = (values) => values.slice(FIRST_ROUNDS);
  const times = (name) =>
    ['p50', 'p99'].map((share) => `${share} ${median(latest(seen[name][share])).toFixed(2)} ms`).join(', ');
  const ratios = (base, share) => seen.rackfeed[share].map((value, round) => value / seen[base][share][round]);
  const against = (base, share) => median(latest(ratios(base, share)));
  print('bare node:http PUT', times('bare'));
  print('  and the driver: set the relay, read it back', times('driver'));
  print('  and one durable commit of the intent, written by hand', times('durable'));
  const commit = median(latest(seen.durable.p50.map((value, round) => value - seen.driver.p50[round])));
  print('  so the commit costs', `${commit.toFixed(2)} ms`);
  print('PUT /api/outlets/1, ON and OFF alternately', times('rackfeed'));
  print('  against bare and driver: p50', against('driver', 'p50').toFixed(2), 'aim ≤ 2.0');
  print('  against bare and driver: p99', against('driver', 'p99').toFixed(2), 'aim ≤ 2.0');
  print('  against bare, commit and driver: p50', against('durable', 'p50').toFixed(2));
  for (const share of ['p50', 'p99']) {
    const first = median(ratios('driver', share).slice(1, FIRST_ROUNDS));
    print(`  against bare and driver in the first seconds of switching: ${share}`, first.toFixed(2));
  }
  for (const { child } of Object.values(servers)) child.kill();
  await benchSwitchUnderPressure();
}
