import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, print, signIn, startController, temporaryFolder } from '../support.mjs';
import { freePort } from '../measure-start.mjs';

const OUTLETS = 48;
/** Within the limit of 100 commands a second. */
const REQUESTS = 90;
const SECOND = 1100;
const ROUNDS = 3;
const milliseconds = (value) => `${value.toFixed(3)} ms`;

/** Asks a server on one connection; answers the texts and their durations. */
async function ask(port, line, end) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const answers = { durations: [], text: '' };
  for (let request = 0; request < ROUNDS * REQUESTS; request++) {
    let text = '';
    const began = performance.now();
    const answered = new Promise((resolve) => {
      socket.removeAllListeners('data').on('data', (chunk) => {
        text += chunk.toString('latin1');
        if (text.endsWith(end)) resolve();
      });
    });
    socket.write(line);
    await answered;
    answers.durations.push(performance.now() - began);
    answers.text = text;
    if (request % REQUESTS === REQUESTS - 1) await pause(SECOND);
  }
  socket.destroy();
  return answers;
}

async function measure(name, port) {
  const list = await ask(port, 'LIST VAR pdu\n', 'END LIST VAR pdu\n');
  print(`${name}: LIST VAR, ${list.text.split('\n').length - 3} variables: p50`, milliseconds(median(list.durations)));
  print('  p99', milliseconds(percentile(list.durations, 0.99)));
  const one = await ask(port, 'GET VAR pdu outlet.1.status\n', '\n');
  print('  GET VAR: p50', milliseconds(median(one.durations)));
  return list.text;
}

/** NUT: all variables of 48 outlets, and one, beside upsd with the same variables where that is installed. */
export async function benchNut() {
  const { child, port } = await startController(OUTLETS);
  const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
  const nutPort = await freePort();
  const body = JSON.stringify({ nutEnabled: true, nutPort });
  await fetch(`http://127.0.0.1:${port}/api/conf`, { method: 'POST', headers, body });
  while (!(await reaches(nutPort))) await pause(20);
  const list = await measure('controller (aim p50 ≤ 0.5 ms)', nutPort);
  child.kill();
  if (existsSync('/lib/nut/upsd')) await benchUpsd(list);
  else print('upsd', 'not installed');
}

async function reaches(port) {
  const socket = connect(port, '127.0.0.1');
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return outcome;
}

async function benchUpsd(list) {
  const folder = temporaryFolder();
  const port = await freePort();
  const write = (name, text) => writeFileSync(join(folder, name), text, { mode: 0o600 });
  write('ups.conf', '[pdu]\ndriver = dummy-ups\nport = pdu.dev\n');
  const lines = Array.from(list.matchAll(/^VAR pdu (\S+) "(.*)"$/gm), ([, name, value]) => `${name}: ${value}`);
  write('pdu.dev', `${lines.join('\n')}\n`);
  write('upsd.conf', `LISTEN 127.0.0.1 ${port}\nMAXAGE 600\n`);
  write('upsd.users', '');
  const options = {
    env: { ...process.env, NUT_CONFPATH: folder, NUT_STATEPATH: folder, NUT_ALTPIDPATH: folder },
    stdio: 'ignore',
  };
  const user = ['-u', userInfo().username];
  const driver = spawn('/lib/nut/dummy-ups', ['-a', 'pdu', '-FF', ...user], options);
  while (!existsSync(join(folder, 'dummy-ups-pdu'))) await pause(20);
  const server = spawn('/lib/nut/upsd', ['-F', ...user], options);
  while (!(await reaches(port))) await pause(20);
  await pause(3000); // until it has all variables of its driver
  await measure('upsd 2.8.0', port);
  server.kill();
  driver.kill();
}
