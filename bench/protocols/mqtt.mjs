import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import {
  median,
  percentile,
  print,
  profileOf,
  signIn,
  start,
  startController,
  switchers,
  temporaryFolder,
} from '../support.mjs';
import { freePort } from '../measure-start.mjs';

const MOSQUITTO = '/usr/sbin/mosquitto';
const OUTLETS = 48;
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
  await benchPublishing(broker.port);
  await call('POST', '/api/conf', {
    ...{ mqttHost: '127.0.0.1', mqttPort: broker.port, mqttTls: false, mqttUserId: '1' },
    ...{ mqttCommandsEnabled: true, mqttEnabled: true },
  });
  while ((await call('GET', '/api/mqtt')).state !== 'connected') await pause(100);
  await benchFlood(child.pid, broker.port, port);
  child.kill();
  broker.child.kill();
}

/**
 * With an interval of one second every object is published in each second. The CPU is that of the process: the kernel's
 * part of sending and the acknowledgements of the broker are in it.
 */
async function benchPublishing(mqttPort) {
  const folder = temporaryFolder();
  const { child, found } = await start(
    'bench/protocols/mqtt-publishing-server.mjs',
    {
      BENCH_PROFILE: profileOf(OUTLETS, folder),
      BENCH_DATA: join(folder, 'data'),
      BENCH_BROKER: String(mqttPort),
    },
    /result ({.*})/,
  );
  child.kill();
  const rounds = JSON.parse(found[1]);
  const cpu = (name) => median(rounds[name].slice(2).map((each) => each.cpu));
  const differences = rounds.with.slice(2).map((each, place) => each.cpu - rounds.without[place + 2].cpu);
  const [low, high] = [percentile(differences, 0.25), percentile(differences, 0.75)];
  print(`publishing ${OUTLETS} outlets, CPU an interval`, `${median(differences).toFixed(2)} ms`, 'aim ≤ 1 ms');
  print('  the middle half of the rounds', `${low.toFixed(2)} to ${high.toFixed(2)} ms`);
  print('  an interval without and with it', `${cpu('without').toFixed(2)} ms ${cpu('with').toFixed(2)} ms`);
  print('  messages an interval', median(rounds.with.map((each) => each.messages)).toFixed(1));
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
