/**
 * Programs of the host that some tests need. Without one its tests are skipped, and have it in their name, from which
 * the summary at the end of a run (summary-reporter.mjs) takes the missing program and how to install it.
 *
 *     describeWith('snmpd', 'SNMP, against Debian’s snmpd', () => { … });
 *     itWith('strace', 'a disk that fails …', async () => { … });
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from '@jest/globals';

/** The shell is the same engine without the windows of a browser, which nobody sees: it takes a fifth less time. */
const CHROMIUM = [
  process.env['CHROMIUM_PATH'] ?? '',
  ...['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'],
].find((path) => existsSync(path));
const NGINX = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));
/** The folder of the newest PostgreSQL: Debian keeps its programs apart from those of other versions. */
const POSTGRESQL = newestPostgresql();
const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((path) => existsSync(path));
const UI = join(import.meta.dirname, '../../../dist/web/index.html');

const runs = (program: string, ...argv: readonly string[]): boolean => spawnSync(program, argv).status === 0;
/** True for a program that starts, whatever it answers to `-v`. */
const starts = (program: string): boolean => spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;

function newestPostgresql(): string | undefined {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
  return found.map((version) => join(versions, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-mount-'));
  const mounted = runs('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder);
  if (mounted) runs('umount', '-l', folder);
  rmdirSync(folder);
  return mounted;
}

/** True for root, unless it is only root of a namespace with one user. */
function canGiveAway(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-owner-'));
  const given = runs('chown', '999:999', folder);
  rmdirSync(folder);
  return given;
}

/** Checks that the program works on this machine as the tests need it. */
const PROGRAMS = {
  // A compiler with the system headers, for preloaded libraries.
  cc: () => process.platform === 'linux' && runs('cc', '-E', '-include', 'dlfcn.h', '-x', 'c', '/dev/null'),
  // Chromium also needs the built UI; `npm test` builds it.
  chromium: () => CHROMIUM !== undefined && existsSync(UI),
  'ansible-playbook': () => runs('ansible-playbook', '--version') && runs('ansible-doc', '--version'),
  curl: () => runs('curl', '--version'),
  git: () => runs('git', '--version'),
  jq: () => runs('jq', '--version'),
  // Packs a Debian package, and finds the libraries that it needs.
  'dpkg-deb': () => runs('dpkg-deb', '--version') && runs('dpkg-shlibdeps', '--version'),
  // Installs it in a folder; only root may give files to a service user.
  'dpkg --root': () =>
    canGiveAway() &&
    ['dpkg', 'systemd-sysusers'].every((program) => runs(program, '--version')) &&
    runs('sh', '-c', 'command -v deb-systemd-helper'),
  // The right to mount, which root has on a machine and lacks in most containers.
  mount: canMount,
  mbpoll: () => starts('mbpoll'),
  // Database and brokers of a hub; mosquitto is also the broker of the MQTT client.
  postgresql: () => POSTGRESQL !== undefined && (process.getuid?.() !== 0 || canGiveAway()),
  mosquitto: () => MOSQUITTO !== undefined && starts('mosquitto_sub') && starts('mosquitto_pub'),
  'nats-server': () => runs('nats-server', '--version'),
  nginx: () => NGINX !== undefined && runs(NGINX, '-v'),
  openssl: () => runs('openssl', 'version'),
  ping: () => runs('ping', '-c', '1', '-W', '2', '127.0.0.1'),
  prometheus: () => runs('prometheus', '--version'),
  promtool: () => runs('promtool', '--version'),
  pymodbus: () => runs('/usr/bin/python3', '-c', 'import pymodbus.server') && runs('socat', '-V'),
  // A fence agent, which calls the tools of net-snmp.
  fence_apc_snmp: () => runs('fence_apc_snmp', '--version') && runs('snmpget', '-V'),
  smilint: () => runs('smilint', '-V'),
  'snmp-ups': () => runs('/lib/nut/snmp-ups', '-V'),
  upsc: () => starts('upsc') && starts('upscmd') && starts('upsrw') && existsSync('/lib/nut/upsmon'),
  upsd: () => existsSync('/lib/nut/upsd') && existsSync('/lib/nut/dummy-ups'),
  snmpd: () => starts('snmpd') && starts('snmpget'),
  snmptrapd: () => starts('snmptrapd') && starts('snmptranslate'),
  // Clients of the SSH shell; sshpass hands them a password.
  ssh: () => starts('ssh') && runs('sshpass', '-V') && starts('ssh-keygen'),
  expect: () => runs('expect', '-v'),
  powerman: () => starts('powerman') && starts('powermand'),
  'ssh-audit': () => starts('ssh-audit'),
  'ssh-keygen': () => spawnSync('ssh-keygen', ['-?']).error === undefined,
  // Not every machine with strace allows it to trace processes.
  strace: () => runs('strace', '-o', '/dev/null', 'true'),
  'systemd-notify': () => runs('systemd-notify', '--version') && runs('/usr/bin/python3', '--version'),
  'systemd-analyze': () => runs('systemd-analyze', '--version'),
} satisfies Record<string, () => boolean>;

export type Program = keyof typeof PROGRAMS;

const found = new Map<Program, boolean>();

export function has(program: Program): boolean {
  const is = found.get(program) ?? PROGRAMS[program]();
  found.set(program, is);
  return is;
}

export const describeWith = (program: Program, name: string, tests: () => void): void =>
  has(program) ? describe(name, tests) : describe.skip(`${name} (needs ${program})`, tests);

export const itWith = (program: Program, name: string, test: () => Promise<void> | void, timeout?: number): void =>
  has(program) ? it(name, test, timeout) : it.skip(`${name} (needs ${program})`, test);

/** The paths of programs; '' on a machine without them. */
export const CHROMIUM_PATH = CHROMIUM ?? '';
export const NGINX_PATH = NGINX ?? '';
export const POSTGRESQL_BIN = POSTGRESQL ?? '';
export const MOSQUITTO_PATH = MOSQUITTO ?? '';
