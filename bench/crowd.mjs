import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { freePort } from './measure-start.mjs';
import { cpuOf, median, print, signIn, startController, startReaders, temporaryFolder } from './support.mjs';

const READERS = 1000;
const ROUNDS = 3;
const OFFER = 'permessage-deflate; client_max_window_bits';

/**
 * The controller is restarted, and 1,000 stream readers of one address connect again in one instant: the time until the
 * last of them has a message, the CPU that the controller has used for it, and its memory two seconds later.
 */
export async function benchCrowd() {
  await crowd('plain', {});
  await crowd('compressed', { offer: OFFER });
  await crowd('over TLS', { offer: OFFER, tls: true });
}

async function crowd(name, { offer, tls = false }) {
  const folder = temporaryFolder();
  const environment = { RACKFEED_PORT: String(await freePort()) };
  let { child, port } = await startController(48, folder, environment);
  const token = await signIn(port);
  const target = tls ? await useTls(port, token) : port;
  const restart = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    ({ child } = await startController(48, folder, environment));
    await quiet();
  };
  await restart();
  const idle = residentOf(child.pid);
  const readers = await startReaders({ port: target, token, count: READERS, offer, tls, returns: true });
  const seen = { ms: [], cpu: [], resident: [] };
  let attempts = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await restart();
    const before = cpuOf(child.pid);
    readers.say('connect');
    let line;
    do line = await readers.line();
    while (!line.startsWith('back'));
    const [since, last, connections] = line.split(' ').slice(1).map(Number);
    seen.ms.push(last - since);
    seen.cpu.push((cpuOf(child.pid) - before) / 1000);
    attempts = Math.max(attempts, connections);
    await quiet();
    seen.resident.push(residentOf(child.pid) - idle);
  }
  readers.stop();
  child.kill('SIGKILL');
  print(`1,000 readers after a restart, ${name}: last has it`, `${median(seen.ms).toFixed(0)} ms`, 'aim ≤ 3,000 ms');
  print('   slowest of three', `${Math.max(...seen.ms).toFixed(0)} ms`);
  print('   connections that it took', attempts, `aim ${READERS}`);
  print('   CPU of the controller until then', `${median(seen.cpu).toFixed(0)} ms`);
  print('   memory of the controller for each reader', `${(median(seen.resident) / READERS).toFixed(0)} KiB`);
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 2_000));
const residentOf = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);

/** Switches HTTPS on; returns its port when it listens. */
async function useTls(port, token) {
  const webSslPort = await freePort();
  const answer = await fetch(`http://127.0.0.1:${port}/api/conf`, {
    method: 'POST',
    headers: { cookie: `SPID=${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ webSslEnabled: true, webSslPort }),
  });
  if (answer.status !== 200) throw new Error(`HTTPS: ${answer.status} ${await answer.text()}`);
  while (!(await listens(webSslPort))) await new Promise((resolve) => setTimeout(resolve, 50));
  return webSslPort;
}

function listens(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
