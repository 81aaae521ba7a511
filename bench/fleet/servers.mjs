/** The servers of Debian's packages beside a large hub: PostgreSQL, which syncs each commit to the disk, and mosquitto. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { brokerFiles } from '../../dist/hub/broker/broker-files.js';

const POSTGRESQL = '/usr/lib/postgresql';
const MOSQUITTO = '/usr/sbin/mosquitto';
const USER = 'rackfeed';

/** An empty database; `pid` is that of its server. */
export async function startPostgresql() {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-bench-'));
  const owner = ownerOf(folder);
  const data = join(folder, 'data');
  const [version] = readdirSync(POSTGRESQL).sort((a, b) => Number(b) - Number(a));
  const program = (name) => join(POSTGRESQL, version, 'bin', name);
  const made = ['--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--no-locale', `--pgdata=${data}`];
  execFileSync(program('initdb'), made, { ...owner, stdio: 'ignore' });
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const argv = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(program('postgres'), argv, { ...owner, stdio: 'ignore' });
  endWith(child, folder, 'SIGINT');
  await answers(program('pg_isready'), port);
  return { pid: child.pid, url: `postgresql://${USER}@127.0.0.1:${port}/postgres` };
}

/** The broker with the files that the hub makes for it. */
export async function startMosquitto(authority, port) {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-bench-'));
  const names = { hosts: ['localhost'], addresses: ['127.0.0.1'] };
  const options = { folder, port, address: '127.0.0.1', names, pdus: [], now: Date.now() };
  for (const [name, text] of await brokerFiles(authority, options)) {
    const own = name.endsWith('.conf') ? `\nuser ${userInfo().username}\nlog_dest none\n` : '';
    writeFileSync(join(folder, name), text + own, { mode: 0o600 });
  }
  const child = spawn(MOSQUITTO, ['-c', join(folder, 'rackfeed.conf')], { stdio: 'ignore' });
  endWith(child, folder, 'SIGKILL');
  await accepts(port);
  return { pid: child.pid };
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

// Without these the process would end and its servers go on.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

function endWith(child, folder, signal) {
  process.once('exit', () => {
    child.kill(signal);
    rmSync(folder, { recursive: true, force: true });
  });
}

/** PostgreSQL listens before it takes statements. */
async function answers(isReady, port) {
  for (const end = performance.now() + 60_000; ; await after(100)) {
    if (spawnSync(isReady, ['-q', '-h', '127.0.0.1', '-p', String(port)]).status === 0) return;
    if (performance.now() > end) throw new Error(`No PostgreSQL answers on port ${port}.`);
  }
}

async function accepts(port) {
  for (const end = performance.now() + 60_000; ; await after(100)) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (performance.now() > end) throw new Error(`No server listens on port ${port}.`);
  }
}

/** PostgreSQL refuses to run as root: the user of its package gets the folder and runs it. */
function ownerOf(folder) {
  if (process.getuid() !== 0) return { cwd: folder };
  const id = (kind) => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return { ...owner, cwd: folder };
}
