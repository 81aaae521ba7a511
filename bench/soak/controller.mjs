import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundledRelease } from '../release.mjs';
import { PASSWORD, print, profileOf, temporaryFolder } from '../support.mjs';
import { Caller } from './caller.mjs';
import { loadHttp } from './http-load.mjs';
import { Load } from './load.mjs';
import { loadProtocols } from './protocol-load.mjs';
import { startServers } from './servers.mjs';
import { megabytes, SoakedProcess } from './soaked-process.mjs';

/** The allowed ratio of the resident memory under load to that of the idle release. */
const BOUND = 2.5;
const REST_MS = 7000;
/** That of Node where the memory is limited as by the unit file (MemoryMax) and the container; without a limit V8 lets garbage lie. */
const HEAP_LIMIT = '--max-old-space-size=256';

/**
 * `npm run bench soak 25`: the release with all protocols on, used in every way at once and as fast as this machine can, for so
 * many minutes; its memory and its open files must not grow.
 */
export async function benchSoak(minutes) {
  const folder = temporaryFolder();
  const bundled = bundledRelease(folder);
  const release = { ...bundled, flags: [...bundled.flags, HEAP_LIMIT] };
  const environment = {
    ...bundled.variables,
    RACKFEED_HOST: '127.0.0.1',
    RACKFEED_PORT: '0',
    RACKFEED_DATA_DIR: join(folder, 'data'),
    RACKFEED_MODEL: profileOf(48, folder),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
    RACKFEED_SIMULATOR_CONTROL: 'true',
    RACKFEED_LOG_LEVEL: 'warn',
  };
  // The first start creates the database and the compile cache for the measured one.
  const first = await SoakedProcess.start(release, environment);
  await sleep(REST_MS);
  await first.stop();

  const soaked = await SoakedProcess.start(release, environment);
  await sleep(REST_MS);
  const idle = soaked.residentNow;
  print('resident, idle', megabytes(idle), `bound under load ${megabytes(idle * BOUND)}`);
  const load = new Load();
  const admin = await Caller.admin(soaked.port);
  const ports = await startServers(load, folder);
  await loadProtocols(load, admin, folder, ports);
  await loadHttp(load, admin, `http://127.0.0.1:${ports.receiver}`);
  await sleep(60_000); // until every kind of work has been done once
  await soaked.watch(minutes);
  print(`heap after collection, ${minutes} min later`, await soaked.heap(), 'aim: does not grow');
  const counts = await load.stop();
  await sleep(REST_MS);
  print('heap after collection, the load ended', await soaked.heap());
  const most = Math.max(...soaked.resident);
  print('resident, most', megabytes(most), `${(most / idle).toFixed(2)} times idle, bound ${BOUND}`);
  print('resident, peak of the process', megabytes(soaked.peak));
  print('open files, the load ended', soaked.openFiles);
  print('exit code', await soaked.stop(), 'aim 0');
  console.log(`  done: ${counts}`);
}
