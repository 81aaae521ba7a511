import { execFile, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuOf, median, percentile, print, signIn, startController, temporaryFolder } from '../support.mjs';
import { freePort } from '../measure-start.mjs';

const run = promisify(execFile);

/** 48 outlets with 8 columns. */
const OBJECTS = 384;
const ROOT = '1.3.6.1.4.1.318.1.1.12.3.3.1.1';
const ROUNDS = 40;
const WARM_UP = 15;
const CPU_WALKS = 300;
const V3_WALKS = 8;
const V3_ROUNDS = 3;
const PASSPHRASE = 'benchmarks need one';
const V3 = ['-v3', '-l', 'authPriv', '-u', 'op', '-a', 'SHA', '-A', PASSPHRASE, '-x', 'AES', '-X', PASSPHRASE];
const ENVIRONMENT = { ...process.env, MIBS: '', SNMPCONFPATH: '/dev/null', SNMP_PERSISTENT_DIR: '/dev/null' };

/** A walk of the same 384 objects of the controller and of snmpd, in interleaved rounds. */
export async function benchSnmp() {
  const folder = temporaryFolder();
  const controller = await startController(48, folder);
  const agent = { port: await switchOn(controller.port), pid: controller.child.pid };
  const lines = await walked(agent.port);
  const snmpd = await startSnmpd(folder, lines);
  const agents = { controller: agent, snmpd };

  const ways = { GETNEXT: 0, 'GETBULK 10': 10, 'GETBULK 50': 50 };
  const times = new Map();
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    for (const [way, repetitions] of Object.entries(ways)) {
      for (const [name, { port }] of Object.entries(agents)) {
        const key = `${way} ${name}`;
        const took = await walk(port, repetitions);
        if (round >= WARM_UP) times.set(key, [...(times.get(key) ?? []), took]);
      }
    }
  }
  const aims = { GETNEXT: 1, 'GETBULK 10': 0.6, 'GETBULK 50': 0.25 };
  for (const way of Object.keys(ways)) {
    const [own, other] = ['controller', 'snmpd'].map((name) => times.get(`${way} ${name}`));
    print(`v2c ${way}, ${OBJECTS} objects, ms (snmpd ${median(other).toFixed(2)})`, median(own).toFixed(2));
    print('  ratio of medians', (median(own) / median(other)).toFixed(2), `aim: <= ${aims[way]}`);
    print('  ratio of the fastest tenths', (percentile(own, 0.1) / percentile(other, 0.1)).toFixed(2));
  }

  // The wall clock above has the time of the client in it, which is the same for both.
  for (const [way, repetitions] of Object.entries(ways)) {
    const used = {};
    for (const [name, { port, pid }] of Object.entries(agents)) {
      const before = cpuOf(pid);
      for (let count = 0; count < CPU_WALKS; count++) await walk(port, repetitions);
      used[name] = cpuOf(pid) - before;
    }
    print(`v2c ${way}: CPU against snmpd`, (used.controller / used.snmpd).toFixed(2));
  }

  const cpu = { controller: [], snmpd: [] };
  for (let round = 0; round < 1 + V3_ROUNDS; round++) {
    for (const [name, { port, pid }] of Object.entries(agents)) {
      const before = cpuOf(pid);
      for (let count = 0; count < V3_WALKS; count++) await tool('snmpwalk', V3, port);
      if (round > 0) cpu[name].push(cpuOf(pid) - before);
    }
  }
  print(
    'v3 SHA, AES: GETNEXT, CPU against snmpd',
    (median(cpu.controller) / median(cpu.snmpd)).toFixed(2),
    'aim: <= 2',
  );
  snmpd.stop();
  controller.child.kill('SIGKILL');
}

/** Switches the agent on at a free port. */
async function switchOn(port) {
  const headers = { cookie: `SPID=${await signIn(port)}`, 'content-type': 'application/json' };
  const send = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: JSON.stringify(body) });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const snmpPort = await freePort();
  await send('PUT', '/api/users/1', {
    snmpv3Access: true,
    snmpv3Security: 'authPriv',
    snmpv3User_id: 'op',
    snmpv3AuthPass: PASSPHRASE,
    snmpv3PrivPass: PASSPHRASE,
  });
  await send('POST', '/api/conf', { snmpv12Enabled: true, snmpv12ReadString: 'watch', snmpPort });
  return snmpPort;
}

/** Runs a tool of net-snmp; it asks again while the agent is not there yet. */
const tool = (name, credentials, port, ...argv) =>
  run(name, ['-On', '-r', '10', '-t', '1', ...argv, ...credentials, `127.0.0.1:${port}`, ROOT], {
    env: ENVIRONMENT,
    maxBuffer: 1e8,
  });

/** The objects as lines `OID = TYPE: value`. */
async function walked(port) {
  const { stdout } = await tool('snmpwalk', ['-v2c', '-c', 'watch'], port, '-CE', '1.3.6.1.4.1.318.1.1.13');
  return stdout.split('\n').slice(0, OBJECTS);
}

const TYPES = { INTEGER: 'integer', STRING: 'octet_str', Gauge32: 'uinteger', OID: 'object_id' };

async function startSnmpd(folder, lines) {
  const port = await freePort();
  const objects = lines.map((line) => {
    const [, oid, type, value] = /^(\S+) = (\w+): (.*)$/.exec(line) ?? [];
    if (!TYPES[type]) throw new Error(`Not for snmpd: ${line}`);
    return `override ${oid} ${TYPES[type]} ${value}`;
  });
  const users = [`createUser op SHA "${PASSPHRASE}" AES "${PASSPHRASE}"`, 'rouser op priv'];
  const file = join(folder, 'snmpd.conf');
  mkdirSync(join(folder, 'snmp'), { recursive: true });
  writeFileSync(file, ['rocommunity watch', ...users, ...objects, ''].join('\n'));
  const child = spawn('snmpd', ['-f', '-Ln', '-C', '-c', file, `udp:127.0.0.1:${port}`], {
    env: { ...process.env, SNMP_PERSISTENT_DIR: join(folder, 'snmp') },
    stdio: 'ignore',
  });
  process.on('exit', () => child.kill('SIGKILL'));
  await tool('snmpgetnext', ['-v2c', '-c', 'watch'], port);
  return { port, pid: child.pid, stop: () => child.kill('SIGKILL') };
}

const client = createSocket({ type: 'udp4', lookup: (address, _, done) => done(null, address, 4) });
client.unref();

const HEAD = Buffer.from('020101' + '0405' + Buffer.from('watch').toString('hex'), 'hex');

/** ms for a walk over all objects. @param repetitions 0 for GETNEXT */
async function walk(port, repetitions) {
  let oid = encodedOid(ROOT);
  let left = OBJECTS;
  const started = performance.now();
  while (left > 0) {
    client.send(request(oid, repetitions), port, '127.0.0.1');
    const [answer] = await once(client, 'message');
    const oids = oidsIn(answer);
    left -= oids.length;
    oid = oids.at(-1);
  }
  return performance.now() - started;
}

const element = (tag, ...parts) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag, content.length), content]);
};

const request = (oid, repetitions) =>
  element(
    0x30,
    HEAD,
    element(
      repetitions > 0 ? 0xa5 : 0xa1,
      Buffer.from([0x02, 0x01, 0x01, 0x02, 0x01, 0x00, 0x02, 0x01, repetitions]),
      element(0x30, element(0x30, element(0x06, oid), Buffer.of(0x05, 0x00))),
    ),
  );

const encodedOid = (text) =>
  Buffer.from(
    [0x2b, ...text.split('.').slice(2).map(Number)].flatMap((arc) =>
      arc < 128 ? [arc] : arc < 16_384 ? [0x80 | (arc >> 7), arc & 0x7f] : [],
    ),
  );

/** The identifiers of the variables of an answer. */
function oidsIn(octets) {
  let at = 0;
  const enter = () => {
    at++;
    let length = octets[at++];
    if (length >= 0x80) {
      const count = length & 0x7f;
      length = octets.readUIntBE(at, count);
      at += count;
    }
    return length;
  };
  const skip = () => {
    const length = enter();
    at += length;
  };
  enter();
  skip();
  skip();
  enter();
  skip();
  skip();
  skip();
  const end = enter() + at;
  const oids = [];
  while (at < end) {
    enter();
    const length = enter();
    oids.push(octets.subarray(at, at + length));
    at += length;
    skip();
  }
  return oids;
}
