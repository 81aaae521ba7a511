import { once } from 'node:events';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { median, percentile, print, profileOf, signIn, start, startController, temporaryFolder } from '../support.mjs';
import { freePort } from '../measure-start.mjs';

const OUTLETS = 48;
const SWITCHES = 60;
const milliseconds = (value) => `${value.toFixed(3)} ms`;

const reader = (options) => new Worker(join(import.meta.dirname, 'modbus-client.mjs'), { workerData: options });
async function read(options) {
  const [result] = await once(reader(options), 'message');
  return result;
}

/** Modbus TCP: 64 registers at a time, from a controller with its limits and from its unit without them. */
export async function benchModbus() {
  const folder = temporaryFolder();
  const unit = await start(
    'bench/protocols/modbus-server.mjs',
    { BENCH_PROFILE: profileOf(OUTLETS, folder), BENCH_DATA: join(folder, 'data') },
    /listening on (\d+)/,
  );
  const unitPort = Number(unit.found[1]);
  await read({ port: unitPort, requests: 2000 }); // until its code is compiled
  const single = await read({ port: unitPort, requests: 20_000 });
  print('64 registers, one request at a time: p50', milliseconds(median(single.durations)), 'aim ≤ 0.2 ms');
  print('  p99', milliseconds(percentile(single.durations, 0.99)));
  print('  a second, on one connection', Math.round(20_000_000 / single.milliseconds), 'aim ≥ 5,000');
  const many = await read({ port: unitPort, requests: 40_000, window: 16 });
  print('  a second, 16 requests at once', Math.round(40_000_000 / many.milliseconds));
  unit.child.kill();
  await benchWithLimits();
}

async function benchWithLimits() {
  const { child, port } = await startController(OUTLETS);
  const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
  const modbusPort = await freePort();
  const settings = { modbusEnabled: true, modbusPort, modbusAllowedNetworks: '127.0.0.1' };
  await fetch(`http://127.0.0.1:${port}/api/conf`, { method: 'POST', headers, body: JSON.stringify(settings) });
  const paced = await read({ port: modbusPort, requests: 500, pause: 11 });
  print('controller, 64 registers, below its limit of requests: p50', milliseconds(median(paced.durations)));
  const switched = async () => {
    const times = [];
    for (let number = 0; number < SWITCHES; number++) {
      const began = performance.now();
      const body = JSON.stringify({ state: number % 2 === 0 ? 'OFF' : 'ON' });
      const { status } = await fetch(`http://127.0.0.1:${port}/api/outlets/1`, { method: 'PUT', headers, body });
      if (status !== 200) throw new Error(`A switch answered ${status}.`);
      times.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 60)); // below the budget of a user
    }
    return percentile(times, 0.95);
  };
  print('PUT of an outlet: p95', milliseconds(await switched()));
  const flood = reader({ port: modbusPort, requests: 1e7, window: 256, connections: 4 });
  print('  during a flood of Modbus requests: p95', milliseconds(await switched()), 'aim < 100 ms');
  await flood.terminate();
  child.kill();
}
