/**
 * Ends a run with the tests that passed only at their second attempt, and with one list of what was left out: the number of
 * tests for each program of the host that is missing or does not work here, how to install those that are missing, and
 * the versions of Node that are not at hand. Prints nothing if there is none of it.
 *
 *   ALL_TESTS=true      a skipped test fails the run, unless its program is installed and this machine does not allow it
 *                       what it needs, as many containers forbid to mount or to trace
 *   MAY_BE_MISSING=…    programs, separated by spaces, whose tests may be skipped even so
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

const PACKAGES = {
  'ansible-playbook': 'ansible-core',
  cc: 'gcc libc6-dev',
  chromium: 'chromium-headless-shell',
  curl: 'curl',
  'dpkg-deb': 'dpkg-dev',
  'dpkg --root': 'systemd init-system-helpers',
  mbpoll: 'mbpoll',
  postgresql: 'postgresql-15',
  mosquitto: 'mosquitto mosquitto-clients',
  'nats-server': 'nats-server',
  nginx: 'nginx-light',
  jq: 'jq',
  openssl: 'openssl',
  ping: 'iputils-ping',
  prometheus: 'prometheus',
  promtool: 'prometheus',
  pymodbus: 'python3-pymodbus python3-serial-asyncio socat',
  fence_apc_snmp: 'fence-agents snmp',
  smilint: 'smitools',
  'snmp-ups': 'nut-snmp',
  snmpd: 'snmpd snmp',
  snmptrapd: 'snmptrapd snmp',
  ssh: 'openssh-client sshpass',
  'ssh-keygen': 'openssh-client',
  strace: 'strace',
  'systemd-analyze': 'systemd',
  'systemd-notify': 'systemd python3',
};
/** The program that does the same where the one of this name is missing. */
const INSTEAD = { chromium: 'chromium-headless-shell' };
const NEEDS = /\(needs ([\w -]+)\)/;
const NODES = join(import.meta.dirname, '../../../scripts/nodes.mjs');

export default class SummaryReporter {
  #failed = false;

  onRunComplete(_, { testResults }) {
    const counts = new Map();
    for (const { testResults: tests } of testResults) {
      for (const { status, fullName } of tests) {
        if (status !== 'pending') continue;
        const program = NEEDS.exec(fullName)?.[1] ?? '';
        counts.set(program, (counts.get(program) ?? 0) + 1);
      }
    }
    const nodes = testResults.some(({ testFilePath }) => /node-versions\.spec/.test(testFilePath))
      ? missingNodes()
      : [];
    const lines = [...secondAttemptLines(testResults), ...programLines(counts), ...nodeLines(nodes)];
    if (lines.length === 0) return;
    console.log(`\n${lines.join('\n')}`);
    const mayBeMissing = (process.env.MAY_BE_MISSING ?? '').split(' ');
    const isWanted = (program) => !mayBeMissing.includes(program) && !isInstalled(program);
    this.#failed = process.env.ALL_TESTS === 'true' && [...counts.keys()].some(isWanted);
  }

  getLastError() {
    return this.#failed ? new Error('Tests were left out, and ALL_TESTS asks for every one.') : undefined;
  }
}

/** The environment gives another attempt to tests with other programs; see test-environment.mjs. */
function secondAttemptLines(testResults) {
  const lines = testResults.flatMap(({ testFilePath, testResults: tests }) =>
    tests
      .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
      .map(({ fullName }) => `  ${relative(process.cwd(), testFilePath)}: ${fullName}`),
  );
  return lines.length === 0 ? [] : ['Passed only at the second attempt:', ...lines];
}

function programLines(counts) {
  if (counts.size === 0) return [];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const programs = [...counts.keys()].filter((name) => name !== '').sort();
  const missing = programs.filter((program) => !isInstalled(program));
  const packages = [...new Set(missing.flatMap((name) => PACKAGES[name]?.split(' ') ?? []))];
  return [
    `Left out: ${total} tests.`,
    ...programs.map(
      (program) =>
        `  ${counts.get(program)} need ${program}${isInstalled(program) ? ': it is installed, but this machine does not let it work' : ''}`,
    ),
    ...(counts.has('') ? [`  ${counts.get('')} for other reasons`] : []),
    ...(packages.length > 0 ? [`On Debian they run after: apt-get install ${packages.join(' ')}`] : []),
  ];
}

function nodeLines(nodes) {
  if (nodes.length === 0) return [];
  return [`Node ${nodes.join(', ')} not at hand; the tests on other versions run after: npm run nodes`];
}

/** True if there is a program of this name; one for the right to do something, as `mount`, is there too. */
function isInstalled(program) {
  const [name] = program.split(' ');
  if (name === '') return false;
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin'];
  return [name, INSTEAD[name] ?? name].some((each) => folders.some((folder) => existsSync(join(folder, each))));
}

function missingNodes() {
  return execFileSync(process.execPath, [NODES, '--missing'], { encoding: 'utf8' }).split('\n').filter(Boolean);
}
