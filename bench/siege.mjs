import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { accessToken, PASSWORD, percentile, print, signIn, startController } from './support.mjs';
import { freePort } from './measure-start.mjs';

const SECONDS = 10;
/** A switch causes an additional message, so the poll cycles are measured while the administrator is idle. */
const SECONDS_OF_CYCLES = 6;
/** The time between two commands of the administrator, ms: below the rate limit of one user. */
const PAUSE = 60;
/** The kinds of bench/attacks.mjs; a flood of a protocol server says how it is switched on at a port. */
const FLOODS = {
  'at rest': {},
  'half-open bodies, 200 new connections a second': { kind: 'bodies' },
  '1,500 commands of one user, again and again': { kind: 'commands' },
  '400 sign-ins a second': { kind: 'signIns' },
  '300 events a second with 20 actions each': { kind: 'events' },
  '2,048 streams of one token': { kind: 'streams' },
  'SNMP: GETBULK of 50 from 32 senders, and broken packets': {
    kind: 'snmp',
    settings: (snmpPort) => ({ snmpv12Enabled: true, snmpv12ReadString: 'siege-reads', snmpPort }),
  },
  'SSH: 200 connections a second that say nothing or half of a greeting': {
    kind: 'ssh',
    settings: (sshPort) => ({ sshEnabled: true, sshPort }),
  },
  'NUT: LIST VAR on 16 connections, and lines that are no command': {
    kind: 'nut',
    settings: (nutPort) => ({ nutEnabled: true, nutPort }),
  },
  'Modbus: 125 registers on 16 connections, and broken frames': {
    kind: 'modbus',
    settings: (modbusPort) => ({ modbusEnabled: true, modbusPort, modbusAllowedNetworks: '127.0.0.0/8' }),
  },
};

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The effect of a flood on an administrator: the times of a switch, a lock and a sign-in, and the delay of the poll
 * cycles. Each flood comes from a separate process, to a separate controller.
 */
export async function benchSiege() {
  for (const [name, flood] of Object.entries(FLOODS)) await under(name, flood);
}

async function under(name, { kind, settings }) {
  const { child, port } = await startController(48);
  const token = `Bearer ${await accessToken(port, await signIn(port))}`;
  const call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  };
  const outlets = (await call('GET', '/api/outlets')).map(({ id }) => id).slice(0, 8);
  const permissions = {
    viewOutlets: outlets,
    modifyOutlets: outlets,
    viewEventActions: true,
    modifyEventActions: true,
  };
  const { id: roleId } = await call('POST', '/api/roles', { name: 'Eight outlets and automation', permissions });
  const attacker = await call('POST', '/api/users', { username: 'attacker', password: PASSWORD, roleId });
  const bystander = await call('POST', '/api/users', { username: 'bystander', password: PASSWORD, roleId });
  const { accessToken: stolen } = await call('POST', `/api/users/${attacker.id}/token`);
  const receiver = createServer(() => undefined).listen(0, '127.0.0.1'); // accepts every request and never answers
  await once(receiver, 'listening');
  const cycles = await pollCycles(port, token.slice(7));
  const target = settings ? await freePort() : receiver.address().port;
  if (settings) await call('POST', '/api/conf', settings(target));
  const attack = kind && (await begin(kind, port, stolen, target));

  const times = { switch: [], lock: [], 'sign-in': [] };
  const refused = new Map();
  const timed = async (what, work) => {
    const from = performance.now();
    const error = await work().then(
      () => undefined,
      (failure) => String(failure.cause?.code ?? failure.message),
    );
    if (error === undefined) times[what].push(performance.now() - from);
    else refused.set(`${what}: ${error.slice(0, 90)}`, (refused.get(`${what}: ${error.slice(0, 90)}`) ?? 0) + 1);
  };
  const end = performance.now() + SECONDS * 1000;
  for (let round = 0; performance.now() < end; round++) {
    await timed('switch', () => call('PUT', '/api/outlets/48', { state: round % 2 ? 'ON' : 'OFF' }));
    if (round % 10 === 5) {
      const userIsLocked = round % 20 === 5;
      await timed('lock', () => call('PUT', `/api/users/${bystander.id}`, { userIsLocked }));
      await timed('sign-in', () => signIn(port));
    }
    await sleep(PAUSE);
  }
  cycles.begin();
  await sleep(SECONDS_OF_CYCLES * 1000);
  const late = cycles.end();
  const report = await attack?.end();
  receiver.closeAllConnections();
  receiver.close();
  child.kill('SIGKILL');
  await once(child, 'exit');

  const [p50, p95] = [0.5, 0.95].map((share) => percentile(times.switch, share) ?? Infinity);
  const worst = (list) => `${Math.max(...list).toFixed(0)} ms of ${list.length}`;
  print(`${name}: switch p95`, `${p95.toFixed(1)} ms`, 'aim < 100 ms');
  print(`  p50 ${p50.toFixed(1)} ms of ${times.switch.length}; lock, slowest`, worst(times.lock), 'aim < 1 s');
  print('  sign-in, slowest', worst(times['sign-in']), 'aim < 1 s');
  print('  poll cycle, latest', `${late.toFixed(0)} ms`, 'aim ≤ 200 ms');
  for (const [error, count] of refused) console.log(`  ${count} times ${error}`);
  if (report) console.log(`  the flood: ${report}`);
}

/** The delay of poll cycles, by the messages of a stream reader. */
async function pollCycles(port, token) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { perMessageDeflate: false });
  await once(socket, 'open');
  let arrivals = [];
  socket.on('message', () => arrivals.push(performance.now()));
  socket.send(JSON.stringify({ token }));
  await sleep(1500);
  return {
    begin: () => (arrivals = []),
    end: () => {
      socket.close();
      return Math.max(...arrivals.slice(1).map((at, index) => at - arrivals[index] - 1000));
    },
  };
}

async function begin(kind, port, token, target) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'attacks.mjs'), kind, port, token, target], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  while (!said.includes('begun')) {
    if (child.exitCode !== null) throw new Error(`The flood ended with ${child.exitCode}.`);
    await sleep(20);
  }
  return {
    end: async () => {
      const closed = once(child, 'close');
      child.stdin.end();
      await closed;
      return said.replace('begun', '').trim();
    },
  };
}
