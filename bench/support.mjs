import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

export const PASSWORD = 'benchmarks need one';
const ROOT = join(import.meta.dirname, '..');

/** The resources to release however the run ends. */
const clearings = [];
process.on('exit', () => clearings.forEach((clear) => clear()));

/** A profile of `count` outlets, 12 to a bank, written to a file for RACKFEED_MODEL. */
export function profileOf(count, folder) {
  const banks = Array.from({ length: Math.ceil(count / 12) }, (_, index) => ({
    serial: String(1300000 + index),
    inlet: 0,
    lines: ['L1'],
    breaker: 100,
  }));
  const profile = {
    model: `bench-${count}`,
    modelNumber: `BENCH-${count}`,
    enclosureSerialNumber: '1000099',
    controllerSerialNumber: 99,
    formFactor: '0U',
    phase: 'Single Phase',
    inletConfig: 'standard',
    inlets: [
      {
        plug: 'IEC 60309 63A',
        lines: ['L1'],
        nominalVoltage: 230,
        nominalFrequency: 50,
        ratedCurrent: 63,
        lineConfiguration: 'L-N',
      },
    ],
    banks,
    outlets: Array.from({ length: count }, (_, index) => ({
      bank: Math.floor(index / 12),
      receptacle: 'IEC 60320 C13',
    })),
    outletSwitching: true,
    outletMetering: true,
    relayOutputs: 0,
    sensorPorts: {},
  };
  const file = join(folder, `bench-${count}.json`);
  writeFileSync(file, JSON.stringify(profile));
  return file;
}

export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-bench-'));
  clearings.unshift(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a Node program and resolves with its first line that matches `ready`. */
export function start(file, environment, ready, flags = []) {
  const child = spawn(process.execPath, [...flags, resolve(ROOT, file)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  clearings.unshift(() => child.kill('SIGKILL'));
  return new Promise((isReady, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = ready.exec(output);
      if (found) isReady({ child, found });
    });
    child.on('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
  });
}

/** The controller on a free port with a profile of `outlets` outlets. */
export async function startController(outlets, folder = temporaryFolder(), environment = {}) {
  const { child, found } = await start(
    'dist/main.js',
    {
      RACKFEED_HOST: '127.0.0.1',
      RACKFEED_PORT: '0',
      RACKFEED_DATA_DIR: join(folder, 'data'),
      RACKFEED_MODEL: profileOf(outlets, folder),
      RACKFEED_ADMIN_PASSWORD: PASSWORD,
      ...environment,
    },
    /ready at http:\/\/127\.0\.0\.1:(\d+)/,
  );
  return { child, port: Number(found[1]) };
}

/** Starts stream readers (`stream-reader.mjs`); resolves when each has its first message. */
export async function startReaders({ port, token, count, ...options }) {
  const file = join(import.meta.dirname, 'stream-reader.mjs');
  const child = spawn(process.execPath, [file, JSON.stringify({ port, token, count, ...options })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  clearings.unshift(() => child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async () => (await lines.next()).value;
  await line();
  return { line, say: (text) => child.stdin.write(`${text}\n`), stop: () => child.kill('SIGKILL') };
}

export async function signIn(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers.get('token');
}

export async function accessToken(port, session) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/users/1/token`, {
    method: 'POST',
    headers: { cookie: `SPID=${session}` },
  });
  return (await answer.json()).accessToken;
}

/** An odd number of switching users, so that each sends both of two bodies. */
const SWITCHERS = 41;

/** Tokens of so many administrators that a bench which takes turns with them stays below the command limit of each. */
export async function switchers(port) {
  const cookie = `SPID=${await signIn(port)}`;
  const post = async (path, body) => {
    const headers = { cookie, 'content-type': 'application/json' };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
    return answer.json();
  };
  const tokens = [];
  for (let number = 0; number < SWITCHERS; number++) {
    const { id } = await post(
      '/api/users',
      JSON.stringify({ username: `user${number}`, password: PASSWORD, roleId: 1 }),
    );
    tokens.push((await post(`/api/users/${id}/token`)).accessToken);
  }
  return tokens;
}

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
};

export const percentile = (values, share) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
};

export const print = (name, value, aim = '') => console.log(`${name.padEnd(66)} ${String(value).padStart(12)}  ${aim}`);

/**
 * CPU that a process has used so far, in µs (the system counts in steps of 10 ms).
 * @param withChildren also that of its children, those that have ended too
 */
export function cpuOf(pid, { withChildren = false } = {}) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
  const [user, system, ended, endedSystem] = fields.slice(11);
  const own = (user + system) * 10_000;
  if (!withChildren) return own;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return own + (ended + endedSystem) * 10_000 + children.reduce((sum, child) => sum + cpuOf(child), 0);
}
