import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { cpuOf, percentile, print, signIn, startController, switchers, temporaryFolder } from '../support.mjs';
import { freePort } from '../measure-start.mjs';

const MOSQUITTO = '/usr/sbin/mosquitto';
const OUTLETS = 48;
const SECONDS = 20;
const SWITCHES = 60;
const RATE = 10_000;
/** The topics of the profile of the benchmarks. */
const PREFIX = 'rackfeed/1000099';

/** MQTT with mosquitto as broker: what publishing costs, and switching while 10,000 commands a second come. */
export async function benchMqtt() {
  if (!existsSync(MOSQUITTO)) return print('MQTT', 'not measured: mosquitto is missing');
  const broker = await startBroker();
  const { child, port } = await startController(OUTLETS);
  const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.json();
  };
  await benchPublishing(child.pid, broker.port, call);
  await benchFlood(child.pid, broker.port, port);
  child.kill();
  broker.child.kill();
}

/** With an interval of one second every object is published in each second. */
async function benchPublishing(pid, mqttPort, call) {
  await pause(5000); // until the start is over
  const without = await cpuPerSecond(pid);
  await call('POST', '/api/conf', {
    ...{ mqttHost: '127.0.0.1', mqttPort, mqttTls: false, mqttUserId: '1', mqttPublishInterval: 1 },
    ...{ mqttCommandsEnabled: true, mqttEnabled: true },
  });
  while ((await call('GET', '/api/mqtt')).state !== 'connected') await pause(100);
  await pause(15_000); // discovery of what an earlier start has left, and the compiler
  const before = (await call('GET', '/api/mqtt')).sent;
  const withMqtt = await cpuPerSecond(pid);
  const sent = (await call('GET', '/api/mqtt')).sent - before;
  print(`publishing ${OUTLETS} outlets, CPU an interval`, `${(withMqtt - without).toFixed(2)} ms`, 'aim ≤ 1 ms');
  print('  messages an interval', (sent / SECONDS).toFixed(1));
  await call('POST', '/api/conf', { mqttPublishInterval: 10 });
}

/** ms of CPU in a second. */
async function cpuPerSecond(pid) {
  const [cpu, began] = [cpuOf(pid), performance.now()];
  await pause(SECONDS * 1000);
  return (cpuOf(pid) - cpu) / (performance.now() - began);
}

async function benchFlood(pid, mqttPort, port) {
  // Commands by MQTT are of user 1, and use up the budget of that user alone.
  const tokens = await switchers(port);
  print('PUT of an outlet: p95', await switched(port, tokens));
  const workerData = { port: mqttPort, topic: `${PREFIX}/outlets/2/set`, payload: 'ON', rate: RATE };
  const flood = new Worker(join(import.meta.dirname, 'mqtt-flood.mjs'), { workerData });
  let report = { sent: 0, seconds: 1 };
  flood.on('message', (newest) => (report = newest));
  await pause(5000);
  const memory = residentMemory(pid);
  const during = await switched(port, tokens);
  const asked = Math.round(report.sent / report.seconds);
  print(`  while ${asked} commands a second come by MQTT: p95`, during, 'aim < 100 ms');
  print('  resident memory, after this time', `${(residentMemory(pid) - memory).toFixed(1)} MB more`);
  await flood.terminate();
}

/** The p95 of switching one outlet. */
async function switched(port, tokens) {
  const times = [];
  for (let number = 0; number < SWITCHES; number++) {
    const began = performance.now();
    const headers = { authorization: `Bearer ${tokens[number % tokens.length]}` };
    const body = JSON.stringify({ state: number % 2 === 0 ? 'OFF' : 'ON' });
    const { status } = await fetch(`http://127.0.0.1:${port}/api/outlets/1`, { method: 'PUT', headers, body });
    if (status !== 200) throw new Error(`A switch answered ${status}.`);
    times.push(performance.now() - began);
    await pause(60);
  }
  return `${percentile(times, 0.95).toFixed(1)} ms`;
}

const residentMemory = (pid) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

async function startBroker() {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const file = join(folder, 'mosquitto.conf');
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'log_dest none', `user ${userInfo().username}`];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const child = spawn(MOSQUITTO, ['-c', file], { stdio: 'ignore' });
  process.on('exit', () => child.kill('SIGKILL'));
  return { child, port };
}
