import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from './load.mjs';
import {
  accessToken,
  cpuOf,
  median,
  percentile,
  print,
  signIn,
  start,
  startController,
  temporaryFolder,
} from './support.mjs';

const ROUNDS = 7;
/** The engine optimises the controller only after some ten thousand requests, so that a start takes less. */
const WARM_UP = 3;

/** GET /api/outlets with 48 outlets against a bare node:http server, in interleaved rounds. */
export async function benchHttp() {
  const folder = temporaryFolder();
  const controller = await startController(48, folder);
  const session = await signIn(controller.port);
  const token = await accessToken(controller.port, session);
  const cookie = { cookie: `SPID=${session}` };
  const answer = await fetch(`http://127.0.0.1:${controller.port}/api/outlets`, { headers: cookie });
  const file = join(folder, 'outlets.json');
  writeFileSync(file, await answer.text());
  const bare = await start('bench/bare-server.mjs', { BENCH_OUTLETS: file }, /ready (\d+)/);
  const path = '/api/outlets';

  const etag = async () =>
    (
      await fetch(`http://127.0.0.1:${controller.port}${path}`, {
        headers: { ...cookie, 'accept-encoding': 'identity' },
      })
    ).headers.get('etag');
  const contenders = {
    bare: () => load({ port: Number(bare.found[1]), path }),
    session: () => load({ port: controller.port, path, headers: cookie }),
    bearer: () => load({ port: controller.port, path, headers: { authorization: `Bearer ${token}` } }),
    'session, br': () => load({ port: controller.port, path, headers: { ...cookie, 'accept-encoding': 'br' } }),
    // Shorter than a poll cycle, so that most answers are 304.
    'if-none-match': async () =>
      load({ port: controller.port, path, headers: { ...cookie, 'if-none-match': await etag() }, seconds: 0.6 }),
  };
  const seen = Object.fromEntries(
    Object.keys(contenders).map((name) => [name, { rps: [], p99: [], cpu: [], not304: 0, all: 0 }]),
  );
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [name, run] of Object.entries(contenders)) {
      const { pid } = name === 'bare' ? bare.child : controller.child;
      const before = cpuOf(pid);
      const { perSecond, latencies, statuses } = await run();
      if (round < WARM_UP) continue;
      seen[name].cpu.push((cpuOf(pid) - before) / latencies.length);
      seen[name].rps.push(perSecond);
      seen[name].p99.push(percentile(latencies, 0.99));
      seen[name].all += latencies.length;
      seen[name].not304 += latencies.length - (statuses.get('304') ?? 0);
    }
  }
  const cpu = (name) => `${median(seen[name].cpu).toFixed(0)} µs`;
  print('bare node:http, JSON.stringify of 48 outlets per request', `${Math.round(median(seen.bare.rps))}/s`);
  print('  CPU of the server for each request', cpu('bare'));
  for (const name of ['session', 'bearer', 'session, br', 'if-none-match']) {
    const ratioOf = (measure) => median(seen[name][measure].map((value, round) => value / seen.bare[measure][round]));
    const rate = `${Math.round(median(seen[name].rps))}/s`;
    const aim = name === 'if-none-match' ? 'aim ≥ 5' : 'aim ≥ 4';
    print(`GET /api/outlets, ${name}: ${rate}, times bare`, ratioOf('rps').toFixed(2), aim);
    print('  CPU of the server for each request', cpu(name));
    print('  CPU of bare for each of its requests, times this', (1 / ratioOf('cpu')).toFixed(2));
    print(`GET /api/outlets, ${name}: p99 against bare`, ratioOf('p99').toFixed(2), 'aim ≤ 0.5');
  }
  const { not304, all } = seen['if-none-match'];
  print('  share of those answered 304 (the rest met a new poll cycle)', (1 - not304 / all).toFixed(2));
  controller.child.kill();
  bare.child.kill();
}
