import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PASSWORD, percentile, print, profileOf, signIn, temporaryFolder } from './support.mjs';

const EACH = 1000;

const count = Array.from({ length: EACH }, (_, place) => place + 1);
const outlet = (index) => {
  const own = ((index - 1) % 48) + 1;
  return partOf(own);
};
const partOf = (own) => `${own}-${1300000 + Math.floor((own - 1) / 12)}`;

/** 12,000 entries: every list full, and 7,000 outlets with names. */
const sections = (name, outlets) => ({
  roles: count.map((own) => ({
    id: own + 1,
    name: `${name} role ${own}`,
    permissions: { viewOutlets: [1, 2, 3, 4].map((place) => outlet(own + place)), viewEventActions: true },
  })),
  users: count.map((own) => ({
    id: own,
    username: own === 1 ? 'admin' : `${name} user ${own}`,
    roleId: own === 1 ? 1 : own,
  })),
  outlets: Array.from({ length: outlets }, (_, place) => ({
    id: partOf(place + 1),
    outletName: `${name} outlet ${place}`,
  })),
  groups: count.map((id) => ({ id, groupName: `${name} group ${id}`, outlets: [outlet(id), outlet(id + 1)] })),
  actions: count.map((id) => ({ id, name: `${name} action ${id}`, code: 11, params: [outlet(id), 'OFF'] })),
  events: count.map((id) => ({
    id,
    name: `${name} event ${id}`,
    code: 45,
    params: [outlet(id), '10', '3'],
    actions: [id],
  })),
});

/** Measures how long the event loop is blocked while documents are processed, and the time of a switch meanwhile. */
export async function benchDocuments() {
  await benchWith(7000, false);
  await benchWith(48, true);
}

async function benchWith(outlets, isSwitching) {
  const folder = temporaryFolder();
  const server = fork(join(import.meta.dirname, 'documents-server.mjs'), [], {
    env: { ...process.env, BENCH_DATA: join(folder, 'data'), BENCH_PROFILE: profileOf(outlets, folder) },
  });
  process.on('exit', () => server.kill('SIGKILL'));
  const reply = async () => (await once(server, 'message'))[0];
  const ask = (what) => {
    server.send(what);
    return reply();
  };
  const { port } = await reply();
  const request = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { cookie: `SPID=${session}` },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`);
    return text;
  };
  let session = await signIn(port);

  /** Runs the work twice, because the code is compiled the second time, with one switch after another meanwhile. */
  const measure = async (name, work) => {
    for (const round of ['first', 'second']) {
      session = await signIn(port);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await ask('begin');
      const switches = [];
      let isDone = false;
      const begun = performance.now();
      const switching = (async () => {
        for (let on = false; isSwitching && !isDone; on = !on) {
          const at = performance.now();
          await request('PUT', '/api/outlets/1', JSON.stringify({ state: on ? 'ON' : 'OFF' })).catch(() => undefined);
          switches.push(performance.now() - at);
        }
      })();
      await work();
      const duration = performance.now() - begun;
      isDone = true;
      await switching;
      const { longest, p99, cpu, resident } = await ask('end');
      print(`${name}, ${round} time: longest hold, CPU`, `${cpu.toFixed(1)} ms`, 'aim <= 20 ms');
      print('  by the clock: longest; p99', `${longest.toFixed(1)} ms`, `${p99.toFixed(1)} ms`);
      print('  duration; resident', `${duration.toFixed(0)} ms`, `${(resident / 1e6).toFixed(0)} MB`);
      if (!isSwitching) continue;
      const [middle, worst] = [percentile(switches, 0.5), Math.max(...switches)];
      print('  a switch meanwhile: median; longest', `${middle.toFixed(0)} ms`, `${worst.toFixed(0)} ms`);
    }
  };
  const document = (name) =>
    JSON.stringify({ format: 1, product: 'Rackfeed', model: `bench-${outlets}`, sections: sections(name, outlets) });
  const [one, other] = [document('one'), document('other')];
  const all = Object.values(sections('one', outlets)).reduce((sum, { length }) => sum + length, 0);
  print(`a document with ${all} entries`, `${(one.length / 1e6).toFixed(1)} MB`);
  await measure('nothing', () => new Promise((resolve) => setTimeout(resolve, 2000)));
  const alternating = [other, one];
  await measure('apply, everything changes', () => {
    alternating.reverse();
    return request('POST', '/api/config/apply', alternating[0]);
  });
  await measure('plan, nothing changes', () => request('POST', '/api/config/plan', other));
  await measure('plan, everything changes', () => request('POST', '/api/config/plan', one));
  await measure('export', () => request('GET', '/api/config/export'));
  const full = JSON.stringify({ passphrase: 'a passphrase for the bench', currentPassword: PASSWORD });
  await measure('export with secrets', () => request('POST', '/api/config/export', full));
  for (const path of ['/api/events', '/api/users', '/api/log?limit=500', '/api/system/diagnostics']) {
    await measure(`GET ${path}`, () => request('GET', path));
  }
  server.kill('SIGKILL');
}
