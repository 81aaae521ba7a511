import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { describeWith } from '../support/process/programs.js';
import { PingCommand, pingArguments, secondaryInterface } from '../../src/probes/ping.probe.js';

const address = (internal: boolean) => [
  { internal, address: '', netmask: '', family: 'IPv4' as const, mac: '', cidr: null },
];

describe('the arguments of a ping', () => {
  it.each([
    ['192.0.2.1', 'default', '-n -c 1 -W 1 -- 192.0.2.1'],
    ['192.0.2.1', '', '-n -c 1 -W 1 -- 192.0.2.1'],
    ['2001:db8::1', 'eth1', '-6 -n -c 1 -W 1 -I eth1 -- 2001:db8::1'],
    ['core.example.net', 'secondary', '-n -c 1 -W 1 -I usb0 -- core.example.net'],
  ])('to %s by way of "%s" are %s', (target, networkInterface, expected) => {
    expect(pingArguments({ target, networkInterface, limit: 1000 }, 'usb0').join(' ')).toBe(expected);
  });

  it('use the second external interface as the secondary one', () => {
    expect(secondaryInterface({ lo: address(true), eth0: address(false), usb0: address(false) })).toBe('usb0');
    expect(secondaryInterface({ lo: address(true), eth0: address(false) })).toBeUndefined();
  });
});

describe('the ping command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rackfeed-ping-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  class HostPing extends PingCommand {
    protected override readonly command = join(folder, 'ping');
  }
  /** A host system whose ping ends with this result. */
  const hostPing = (script: string): void => {
    writeFileSync(join(folder, 'ping'), `#!/bin/sh\nprintf '%s|' "$@" > ${folder}/seen\n${script}\n`);
    chmodSync(join(folder, 'ping'), 0o755);
  };
  const ping = (target = '192.0.2.1') => new HostPing().ping({ target, networkInterface: '', limit: 500 });

  it.each([
    ['exit 0', true],
    ['exit 1', false],
    ['exit 2', false],
    ['exit 64', undefined],
  ])('that ends with %s means %p', async (script, answered) => {
    hostPing(script);
    expect(await ping()).toBe(answered);
  });

  it('that cannot be started, as on a host without memory for a process, is no failure of the target', async () => {
    hostPing('exit 0');
    expect(await ping('192.0.2.1\0')).toBeUndefined(); // no program can be given this
  });

  it('gets its target as one argument, whatever it contains', async () => {
    hostPing('exit 0');
    await ping('$(reboot); x');
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toBe('-n|-c|1|-W|0.5|--|$(reboot); x|');
  });

  it('does not inherit the environment of the controller, such as the first password', async () => {
    process.env['RACKFEED_ADMIN_PASSWORD'] = 'a first password';
    try {
      hostPing(`env > ${folder}/environment; exit 0`);
      expect(await ping()).toBe(true);
    } finally {
      delete process.env['RACKFEED_ADMIN_PASSWORD'];
    }
    const environment = readFileSync(join(folder, 'environment'), 'utf8');
    expect(environment).not.toContain('RACKFEED');
    expect(environment).toMatch(/^PATH=\S/m);
  });

  it.each([
    'ping: socktype: SOCK_RAW; ping: socket: Operation not permitted',
    'ping: => missing cap_net_raw+p capability or setuid?',
    'ping: permission denied (are you root?)',
  ])('without the permission to send gives no result for the target: %s', async (says) => {
    hostPing(`echo "${says}" >&2; exit 2`);
    expect(await ping()).toBeUndefined();
    expect(await new HostPing().check()).toMatch(/^The ping command of the host system may not .*\.$/);
  });

  it('that works is available, and a missing one is reported with its package', async () => {
    hostPing('exit 0');
    expect(await new HostPing().check()).toBeUndefined();
    rmSync(join(folder, 'ping'));
    expect(await new HostPing().check()).toMatch(/^The host system has no ping command: .*iputils-ping.*\.$/);
  });

  it('that is missing gives no result for the target', async () => {
    rmSync(join(folder, 'ping'), { force: true });
    expect(await ping()).toBeUndefined();
  });
});

/** A machine may have no ping, no right to use it, or no IPv6: a ping that fails outside of the test proves nothing. */
const WAYS = [
  ['127.0.0.1', ''],
  ['localhost', 'default'],
  ['127.0.0.1', 'lo'],
  ['::1', ''],
] as const;
const ways = WAYS.filter(
  ([target, way]) =>
    spawnSync('ping', ['-c', '1', '-W', '2', ...(way === 'lo' ? ['-I', way] : []), target]).status === 0,
);

describeWith('ping', 'the ping of the host system', () => {
  const ping = (target: string, networkInterface: string) =>
    new PingCommand().ping({ target, networkInterface, limit: 5000 });

  it.each(ways)(
    'reaches %s through "%s"',
    async (target, networkInterface) => {
      expect(await ping(target, networkInterface)).toBe(true);
    },
    20_000,
  );

  it('reaches nothing through a missing interface', async () => {
    expect(await ping('127.0.0.1', 'none0')).toBe(false);
  }, 20_000);
});
