import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../measure-start.mjs';
import { bundledRelease } from '../release.mjs';
import { PASSWORD, print, temporaryFolder } from '../support.mjs';
import { Caller } from './caller.mjs';
import { Load, NOBODY, WRONG_EVERY } from './load.mjs';
import { megabytes, SoakedProcess } from './soaked-process.mjs';

const PDUS = 8;
const STREAMS = 3;
/** The collector is killed and stopped in turns, and is away for a short time or until its PDUs count as away. */
const COLLECTOR_RUNS_MS = 45_000;

/**
 * `npm run bench soak-hub 20`: a hub with the PDUs of one collector, which is killed every minute, under commands, reads, streams and
 * changes; the memory and the open files of the hub must not grow, and each command must have an end.
 */
export async function benchSoakHub(minutes) {
  const folder = temporaryFolder();
  const release = bundledRelease(folder);
  const common = { ...release.variables, RACKFEED_HOST: '127.0.0.1', RACKFEED_LOG_LEVEL: 'error' };
  const fleetPort = await freePort();
  const hub = await SoakedProcess.start(release, {
    ...common,
    RACKFEED_ROLE: 'hub',
    RACKFEED_PORT: '0',
    RACKFEED_DATA_DIR: join(folder, 'hub'),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
    RACKFEED_FLEET_PORT: String(fleetPort),
    RACKFEED_FLEET_HOST: 'localhost,127.0.0.1',
  });
  const admin = await Caller.admin(hub.port);
  const enrolment = { site: 'north', uses: PDUS, hours: 24, accept: true };
  const { token } = await admin.ask('POST', '/api/fleet/enrolments', enrolment);
  const dataDir = join(folder, 'collector');
  mkdirSync(dataDir, { mode: 0o700 });
  const pdus = Array.from({ length: PDUS }, (_, place) => ({ name: `pdu-${place}` }));
  writeFileSync(join(dataDir, 'pdus.json'), JSON.stringify({ pdus }));
  const ofCollector = {
    ...common,
    RACKFEED_ROLE: 'collector',
    RACKFEED_PORT: '0',
    RACKFEED_DATA_DIR: dataDir,
    RACKFEED_HUB: `localhost:${fleetPort}`,
    RACKFEED_HUB_TOKEN: token,
  };
  let collector = await SoakedProcess.start(release, ofCollector);
  const online = async () => (await admin.ask('GET', '/api/fleet/pdus')).items.filter((pdu) => pdu.online);
  const allOnline = async () => {
    for (const end = performance.now() + 120_000; performance.now() < end; await sleep(500)) {
      if ((await online()).length === PDUS) return true;
    }
    return false;
  };
  if (!(await allOnline())) throw new Error('The PDUs of the collector are not online.');

  const load = new Load();
  await loadHub(
    load,
    admin,
    (await online()).map(({ id }) => id),
  );
  load.repeat('collector ended', COLLECTOR_RUNS_MS, async (time) => {
    if (time === 0) return;
    await collector.stop(time % 2 ? 'SIGKILL' : 'SIGTERM');
    await sleep(time % 3 ? 500 : 15_000);
    collector = await SoakedProcess.start(release, ofCollector);
  });
  await sleep(60_000);
  await hub.watch(minutes);
  print(`heap after collection, ${minutes} min later`, await hub.heap(), 'aim: does not grow');
  const counts = await load.stop();
  print('PDUs online, the load ended', (await allOnline()) ? 'all' : (await online()).length, 'aim: all');
  await sleep(30_000); // until the last outcomes have come
  const commands = (await admin.ask('GET', '/api/fleet/commands?limit=500')).items;
  const open = commands.filter(({ outcome }) => outcome === null || outcome === undefined).length;
  print(`commands without an end, of the newest ${commands.length}`, open, 'aim 0');
  print('resident, most', megabytes(Math.max(...hub.resident)));
  print('open files, the load ended', hub.openFiles);
  await collector.stop();
  print('exit code', await hub.stop(), 'aim 0');
  console.log(`  done: ${counts}`);
}

async function loadHub(load, admin, pdus) {
  const { outlets } = await admin.ask('GET', `/api/fleet/pdus/${pdus[0]}/outlets`);
  const ids = outlets.map(({ id }) => id);
  const read = (pdu) => [
    '/api/fleet/pdus',
    '/api/fleet/events?limit=100',
    '/api/fleet/commands',
    `/api/fleet/pdus/${pdu}`,
    `/api/fleet/pdus/${pdu}/outlets`,
    `/api/fleet/pdus/${pdu}/minutes`,
    '/api/log?limit=50',
    '/metrics',
    '/api/system/diagnostics',
  ];
  load.repeat('commands', 60, (time) => {
    const command = ['OFF', 'ON', 'REBOOT'][time % 3];
    const order = { outlet: ids[time % ids.length], command, reason: 'soak' };
    return admin.status('POST', `/api/fleet/pdus/${pdus[time % pdus.length]}/commands`, order);
  });
  load.repeat('reads', 20, (time) => {
    const paths = read(pdus[time % pdus.length]);
    return admin.status('GET', paths[time % paths.length]);
  });
  load.repeat('names', 500, (time) =>
    admin.status('PATCH', `/api/fleet/pdus/${pdus[time % pdus.length]}`, { name: `PDU ${time}` }),
  );
  load.repeat('enrolments', 1500, async (time) => {
    const { id } = await admin.ask('POST', '/api/fleet/enrolments', { site: `site${time}`, uses: 1, hours: 1 });
    return admin.status('DELETE', `/api/fleet/enrolments/${id}`);
  });
  load.repeat('signed in', 900, (time) => admin.signInAndOut(time % WRONG_EVERY.signIn ? 'admin' : NOBODY));
  load.repeat('users', 900, (time) => admin.asNewUser(`guest${time}`, '/api/fleet/pdus'));
  load.repeat('configurations', 3000, async () => {
    const { text } = await admin.send('GET', '/api/config/export');
    return admin.status('POST', '/api/config/plan', text);
  });
  for (let reader = 0; reader < STREAMS; reader++) {
    load.repeat('streams', 100, (time) =>
      admin.readStream(
        load,
        time,
        2000 + (time % 5) * 500,
        time % 2 ? `?pdu=${pdus[(time + reader) % pdus.length]}` : '',
      ),
    );
  }
}
