import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { median, PASSWORD, print, temporaryFolder } from './support.mjs';

const ROUNDS = 5;

/** Time from process start to the first answered request, and resident memory after it, beside bare node:http. */
export async function benchStart() {
  const seen = { bare: [], rackfeed: [] };
  const folder = temporaryFolder();
  for (let round = 0; round <= ROUNDS; round++) {
    seen.bare.push(await measure([join(import.meta.dirname, 'bare-start.mjs')], {}));
    seen.rackfeed.push(
      await measure([join(import.meta.dirname, '../dist/main.js')], {
        RACKFEED_HOST: '127.0.0.1',
        RACKFEED_DATA_DIR: join(folder, 'data'),
        RACKFEED_ADMIN_PASSWORD: PASSWORD,
      }),
    );
  }
  const of = (name, what) => median(seen[name].slice(1).map((run) => run[what]));
  print('bare node:http: start to first answer', `${of('bare', 'ms').toFixed(0)} ms`);
  print('rackfeed: start to first answer', `${of('rackfeed', 'ms').toFixed(0)} ms`, 'aim ≤ 900 ms unbundled');
  print('rackfeed against bare', (of('rackfeed', 'ms') / of('bare', 'ms')).toFixed(1));
  print('bare node:http: resident memory', `${of('bare', 'megabytes').toFixed(0)} MB`);
  print('rackfeed: resident memory', `${of('rackfeed', 'megabytes').toFixed(0)} MB`, 'aim ≤ 125 MB unbundled');
}

async function measure(command, environment) {
  const port = await freePort();
  const from = performance.now();
  const child = spawn(process.execPath, command, {
    env: { ...process.env, ...environment, RACKFEED_PORT: String(port), BENCH_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(port))) await new Promise((resolve) => setTimeout(resolve, 2));
  const ms = performance.now() - from;
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
  child.kill();
  await new Promise((resolve) => child.once('exit', resolve));
  return { ms, megabytes };
}

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** True when an HTTP answer, whatever its status, came back. */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write('GET /api/outlets HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'));
    socket.on('data', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
  });
