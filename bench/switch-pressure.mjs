import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { load } from './load.mjs';
import { percentile, print, startController, switchers, temporaryFolder } from './support.mjs';

/** The aim of the p95: at rest, and under pressure; that of sign-ins counts on a machine that meets the one at rest. */
const AIMS = { 'at rest': 'aim ≤ 10 ms', '200 sign-ins at once': 'aim ≤ 60 ms' };
const AIM = 'aim < 100 ms';
const SECONDS = 6;

/** Switch latency while 200 clients sign in, while mails hang, and on a full disk, each on a separate controller. */
export async function benchSwitchUnderPressure() {
  await at('at rest', temporaryFolder(), async () => () => undefined);
  await at('200 sign-ins at once', temporaryFolder(), flood);
  await at('mails to a target that hangs', temporaryFolder(), hangingMail);
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(data);
  if (!mounted(data)) return print('a full disk', 'not measured: no file system may be mounted here');
  await at('a full disk (a tmpfs of 8 MiB, filled)', folder, async () => fill(data)).finally(() =>
    execFileSync('umount', ['-l', data]),
  );
}

async function at(name, folder, press) {
  const { child, port } = await startController(48, folder, { RACKFEED_SIMULATOR_CONTROL: 'true' });
  const tokens = await switchers(port);
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const put = { port, method: 'PUT', path: '/api/outlets/1', tokens, bodies: ['{"state":"OFF"}', '{"state":"ON"}'] };
  await load({ ...put, connections: 1, seconds: 1 }); // warm-up
  const release = await press(port, headers);
  const { latencies, statuses } = await load({ ...put, connections: 1, seconds: SECONDS });
  const report = await release();
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1));
  print(`switching, ${name}: p95`, `${p95} ms`, AIMS[name] ?? AIM);
  print(`  p50 ${p50} ms, p99 ${p99} ms; ${[...statuses].map((each) => each.join(': ')).join(', ')}`, report ?? '');
  child.kill();
}

async function flood(port) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'flood.mjs'), port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen = new Map();
  child.stdout.on('data', (text) => {
    for (const line of String(text).split('\n').filter(Boolean)) {
      for (const [status, count] of JSON.parse(line.slice(9))) seen.set(status, (seen.get(status) ?? 0) + count);
    }
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return () => {
    child.kill();
    return `sign-ins ${[...seen].map((each) => each.join(': ')).join(', ')}`;
  };
}

/** 60 events of outlet 2 that each send a mail whenever its load is plugged in; the mail server never answers. */
async function hangingMail(port, headers) {
  let connections = 0;
  const server = createServer(() => connections++);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const smtp = { smtpServer: '127.0.0.1', smtpPort: server.address().port, smtpTlsEnabled: false };
  await call('POST', '/api/conf', { ...smtp, smtpFrom: 'pdu@example.org' });
  const [, { id: outlet }] = await call('GET', '/api/outlets');
  for (let count = 0; count < 60; count++) {
    const params = [`operator${count}@example.org`];
    const { id } = await call('POST', '/api/actions', { name: `mail ${count}`, code: 15, params });
    await call('POST', '/api/events', { name: `load ${count}`, code: 45, params: [outlet, '5', '0'], actions: [id] });
  }
  let loadAmps = 6;
  const toggle = () => {
    loadAmps = 6 - loadAmps;
    void call('PATCH', '/api/simulator', { outlets: { [outlet]: { loadAmps } } }).catch(() => undefined);
  };
  const timer = setInterval(toggle, 1000);
  return () => {
    clearInterval(timer);
    server.close();
    return `connections of mails ${connections}`;
  };
}

function mounted(path) {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Fills every remaining block. */
function fill(folder) {
  for (const size of [65_536, 4_096, 1]) {
    try {
      for (let file = 0; ; file++) writeFileSync(join(folder, `ballast-${size}-${file}`), Buffer.alloc(size));
    } catch {
      // full
    }
  }
  return () => undefined;
}
