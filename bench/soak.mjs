import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { bundledRelease } from './release.mjs';
import { accessToken, PASSWORD, print, profileOf, signIn, start, temporaryFolder } from './support.mjs';

/** The allowed ratio of the resident memory under load to that of the idle release. */
const BOUND = 2.5;
const STREAMS = 20;
const SWITCHERS = 4;
const REST_MS = 7000;
const READY = /ready at http:\/\/127\.0\.0\.1:(\d+)/;
/**
 * Upon SIGUSR2 the controller collects its garbage and prints the remaining heap, without the machine code that the
 * engine compiles for as long as it finds something to optimize.
 */
const COLLECTS = `
  import { getHeapCodeStatistics, setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    collect();
    setTimeout(() => {
      collect();
      const { code_and_metadata_size: code } = getHeapCodeStatistics();
      console.log('heap ' + (process.memoryUsage().heapUsed - code) + ' bytes and ' + code + ' of code');
    }, 1000);
  });`;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** Everything at once, as fast as this machine can, for this many minutes: the growth of the memory. */
export async function benchSoak(minutes) {
  const folder = temporaryFolder();
  const { entry, flags, variables } = bundledRelease(folder);
  const environment = {
    ...variables,
    RACKFEED_HOST: '127.0.0.1',
    RACKFEED_PORT: '0',
    RACKFEED_DATA_DIR: join(folder, 'data'),
    RACKFEED_MODEL: profileOf(48, folder),
    RACKFEED_ADMIN_PASSWORD: PASSWORD,
    RACKFEED_SIMULATOR_CONTROL: 'true',
  };
  const begin = () =>
    start(entry, environment, READY, [...flags, `--import=data:text/javascript,${encodeURIComponent(COLLECTS)}`]);
  const first = await begin(); // creates the database and the compile cache for the measured start
  await sleep(REST_MS);
  first.child.removeAllListeners('exit').kill('SIGTERM');
  await once(first.child, 'exit');

  const { child, found } = await begin();
  const port = Number(found[1]);
  await sleep(REST_MS);
  const idle = residentOf(child.pid);
  print('resident, idle', megabytes(idle), `bound under load ${megabytes(idle * BOUND)}`);
  const admin = `Bearer ${await accessToken(port, await signIn(port))}`;
  const load = await furnish(port, admin);

  const stop = load.run();
  await sleep(60_000); // until every kind of work has been done once
  print('heap after collection, a minute after the load began', await heapOf(child));
  const resident = [];
  const end = performance.now() + minutes * 60_000;
  for (let next = 0; performance.now() < end;) {
    resident.push(residentOf(child.pid));
    if (resident.length >= next) {
      const after = `after ${(resident.length / 6).toFixed(0)} min`;
      print(`  resident ${after}; heap after collection`, megabytes(resident.at(-1)), await heapOf(child));
      next += Math.max(6, Math.round((minutes * 6) / 10));
    }
    await sleep(10_000);
  }
  print(`heap after collection, ${minutes} min later`, await heapOf(child), 'aim: does not grow');
  const counts = await stop();
  await sleep(REST_MS);
  print('heap after collection, the load ended', await heapOf(child));
  const most = Math.max(...resident);
  print('resident, most', megabytes(most), `${(most / idle).toFixed(2)} times idle, bound ${BOUND}`);
  print('resident, peak of the process', megabytes(peakOf(child.pid)));
  print('  done', [...counts].map(([what, count]) => `${what} ${count}`).join(', '));
  child.kill();
}

const statusOf = (pid) => readFileSync(`/proc/${pid}/status`, 'utf8');
const residentOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(statusOf(pid))[1]) * 1024;
const peakOf = (pid) => Number(/VmHWM:\s+(\d+)/.exec(statusOf(pid))[1]) * 1024;

function heapOf(child) {
  return new Promise((resolve) => {
    const read = (chunk) => {
      const found = /heap (\d+) bytes and (\d+) of code/.exec(chunk);
      if (!found) return;
      child.stdout.off('data', read);
      const [heap, code] = found.slice(1).map((bytes) => (bytes / 2 ** 20).toFixed(1));
      resolve(`${heap} MB (and code ${code})`);
    };
    child.stdout.on('data', read);
    child.kill('SIGUSR2');
  });
}

/** Users, events and actions for the load, and the load itself. */
async function furnish(port, admin) {
  const url = `http://127.0.0.1:${port}`;
  const counts = new Map();
  const count = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const send = async (method, path, body, authorization = admin) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text };
  };
  const make = async (path, body) => {
    const { status, body: text } = await send('POST', path, body);
    if (status !== 200) throw new Error(`POST ${path} was answered ${status}: ${text}`);
    return JSON.parse(text);
  };

  const receiver = createServer((request, response) => {
    count('posts received');
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const outlets = JSON.parse((await send('GET', '/api/outlets')).body).map(({ id }) => id);
  const actions = [];
  for (let number = 0; number < 4; number++) {
    const params = [`http://127.0.0.1:${receiver.address().port}/${number}`];
    actions.push((await make('/api/actions', { name: `Post ${number}`, code: 20, params })).id);
  }
  for (let number = 0; number < 20; number++) {
    await make('/api/events', { name: `Clock ${number}`, code: 54, params: ['2'], actions });
    await make('/api/events', { name: `Load ${number}`, code: 45, params: [outlets[number], '5', '0'], actions });
  }
  const tokens = [];
  for (let number = 0; number < SWITCHERS; number++) {
    const { id } = await make('/api/users', { username: `user${number}`, password: PASSWORD, roleId: 1 });
    tokens.push(`Bearer ${(await make(`/api/users/${id}/token`)).accessToken}`);
  }

  const run = () => {
    let going = true;
    const again = async (what, work, pause) => {
      for (let time = 0; going; time++) {
        const status = await work(time).catch((error) => error.cause?.code ?? error.message);
        count(status === 200 ? what : `${what} (${status})`);
        await sleep(pause);
      }
    };
    const stream = (reader) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
        void sleep(reader < STREAMS / 2 ? 1000 : 60_000).then(() => socket.close());
        socket.on('open', () => socket.send(JSON.stringify({ token: admin.slice(7) })));
        socket.on('message', () => going || socket.close());
        socket.on('error', () => undefined);
        socket.on('close', (code) => {
          resolve(code === 1005 ? 200 : code);
        });
      });
    const status = async (answered) => (await answered).status;
    const works = tokens.flatMap((token, user) => [
      again(
        'switched',
        (time) => {
          const state = ['OFF', 'ON', 'REBOOT'][time % 3];
          return status(send('PUT', `/api/outlets/${1 + user * 12 + (time % 12)}`, { state }, token));
        },
        50,
      ),
      again('read', () => status(send('GET', '/api/outlets', undefined, token)), 0),
    ]);
    works.push(
      again(
        'names',
        (time) => status(send('PUT', `/api/outlets/${1 + (time % 48)}`, { outletName: `N ${time}` })),
        100,
      ),
      again('exports', () => status(send('GET', '/api/config/export')), 2000),
      again(
        'histories',
        () => status(send('GET', `/api/history?object=${outlets[0]}&measure=current&from=-30m&step=60`)),
        1000,
      ),
      again('metrics', () => status(send('GET', '/metrics')), 5000),
      again(
        'signed in',
        async (time) => {
          const username = `user${time % SWITCHERS}`;
          const body = JSON.stringify({ username, password: PASSWORD });
          const answer = await fetch(`${url}/api/login`, { method: 'POST', body });
          await answer.arrayBuffer();
          return answer.status;
        },
        250,
      ),
      again(
        'loads',
        (time) =>
          status(
            send('PATCH', '/api/simulator', { outlets: { [outlets[time % 20]]: { loadAmps: time % 2 ? 6 : 1 } } }),
          ),
        500,
      ),
    );
    for (let reader = 0; reader < STREAMS; reader++) works.push(again('streams', () => stream(reader), 0));
    return async () => {
      going = false;
      await Promise.all(works);
      receiver.close();
      return counts;
    };
  };
  return { run };
}
