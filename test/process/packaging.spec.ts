import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config/runtime-config.js';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { itWith } from '../support/process/programs.js';

const PACKAGING = join(import.meta.dirname, '../../packaging');
const read = (path: string): string => readFileSync(join(PACKAGING, path), 'utf8');

const unit = read('systemd/rackfeed.service');
const folder = temporaryFolder();
afterAll(() => removeFolder(folder));

function analyze(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  return `${status} ${stdout}${stderr}`;
}

/** The messages of systemd about our own unit and its drop-ins: it also reads the other units of the machine. */
const verify = (file: string): string[] =>
  analyze('verify', file)
    .split('\n')
    .filter((line) => line.includes('rackfeed.service'));

describe('the systemd unit', () => {
  itWith('systemd-analyze', 'and its drop-in for hardware are valid for systemd itself', () => {
    const file = join(folder, 'rackfeed.service');
    writeFileSync(file, unit.replace('/usr/bin/env node', process.execPath));
    mkdirSync(`${file}.d`);
    cpSync(join(PACKAGING, 'systemd/hardware.conf'), join(`${file}.d`, 'hardware.conf'));
    expect(verify(file)).toEqual([]);
  });

  itWith('systemd-analyze', 'is checked by its own messages, not by those of other packages on the machine', () => {
    const own = join(folder, 'own');
    mkdirSync(own);
    const other = '[Service]\nExecStart=/bin/true\nMemoryLimitOfYore=1\n';
    writeFileSync(join(own, 'other.service'), other);
    const after = (text: string): string => text.replace('[Service]', 'Wants=other.service\n\n[Service]');
    const file = join(own, 'rackfeed.service');
    writeFileSync(file, after(unit.replace('/usr/bin/env node', process.execPath)));
    expect(verify(file)).toEqual([]);
    writeFileSync(file, after(unit.replace('/usr/bin/env node', process.execPath)).replace('MemoryMax', 'MemoryMost'));
    expect(verify(file)).toEqual([expect.stringContaining('MemoryMost')]);
  });

  it('limits the resources that a fault of the controller can use', () => {
    expect(unit).toMatch(/^MemoryHigh=200M\nMemoryMax=300M\nTasksMax=64$/m);
    expect(read('systemd/hardware.conf')).toMatch(/^TasksMax=256$/m); // a program for each relay on GPIO
  });

  itWith('systemd-analyze', 'has a low exposure level', () => {
    const said = analyze('security', '--offline=true', '--threshold=20', join(PACKAGING, 'systemd/rackfeed.service'));
    expect(said).toMatch(/^0 /);
  });

  it('sets variables that the controller knows', () => {
    const variables = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(readConfig(Object.fromEntries(variables))).toMatchObject({
      dataDir: '/var/lib/rackfeed',
      supervisor: 'systemd',
    });
  });

  it('starts the controller again when it asks for it, and not where its configuration is wrong', () => {
    expect(unit).toMatch(/^RestartForceExitStatus=75$/m);
    expect(unit).toMatch(/^RestartPreventExitStatus=2$/m);
  });
});

describe('the other files of the package', () => {
  it('set variables that the controller knows', () => {
    expect(readConfig(parseEnv(read('rackfeed.env')))).toMatchObject({ port: 80, logFormat: 'json' });
    const variables = [...read('docker/Dockerfile').matchAll(/\b(RACKFEED_\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(readConfig(Object.fromEntries(variables))).toMatchObject({
      dataDir: '/var/lib/rackfeed',
      supervisor: 'container',
    });
  });

  it('run the container as an unprivileged user, with a liveness check', () => {
    const dockerfile = read('docker/Dockerfile');
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]*\n +CMD \["rackfeed", "health"\]$/m);
    const { version } = JSON.parse(readFileSync(join(PACKAGING, '../package.json'), 'utf8')) as { version: string };
    expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`);
  });
});
