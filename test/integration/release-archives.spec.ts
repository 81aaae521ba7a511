/** The files that a release is published as: readable by everybody, and the same from every build of one commit. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, lutimesSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { list } from 'tar';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';
import { itWith } from '../support/process/programs.js';

const SCRIPTS = join(import.meta.dirname, '../../scripts');
const { packSigned } = (await import(join(SCRIPTS, 'bundle/signed-archive.mjs'))) as {
  packSigned: (tree: string, archive: string, options: object) => Promise<unknown>;
};
const { pack } = (await import(join(SCRIPTS, 'deb/tools.mjs'))) as {
  pack: (root: string, file: string, date: Date) => Promise<void>;
};
const { sourceDate } = (await import(join(SCRIPTS, 'bundle/source-date.mjs'))) as {
  sourceDate: (root: string, environment: Readonly<Record<string, string>>) => Date;
};

const DATE = new Date('2026-03-01T12:00:00Z');
const CONTROL = `Package: small\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@localhost>\nDescription: small\n`;
const FILES: Readonly<Record<string, string>> = {
  'package.json': '{}',
  'packaging/rackfeed': '#!/bin/sh',
  'dist/main.js': 'the program',
  'DEBIAN/control': CONTROL,
};

const folder = temporaryFolder();
let trees = 0;
afterAll(() => removeFolder(folder));

interface Circumstances {
  readonly names?: readonly string[];
  readonly changedAt?: Date;
  readonly umask?: number;
}

/** The same release as another machine has built it: its files written in this order, at this time, with this umask. */
function aTree({ names = Object.keys(FILES), changedAt = new Date(), umask = 0o022 }: Circumstances = {}): string {
  const tree = join(folder, `tree-${++trees}`);
  for (const name of names) {
    const path = join(tree, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, FILES[name] ?? '');
    chmodSync(path, (FILES[name]?.startsWith('#!') === true ? 0o777 : 0o666) & ~umask);
  }
  symlinkSync('package.json', join(tree, 'link'));
  for (const name of [...names, 'link']) lutimesSync(join(tree, name), changedAt, changedAt);
  return tree;
}

const elsewhere: Circumstances = {
  names: Object.keys(FILES).reverse(),
  changedAt: new Date('2026-06-01T00:00:00Z'),
  umask: 0o077,
};

describe('a signed archive', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const needs = { version: '1.0.0', minimumVersion: '0.1.0', minimumNode: '20.19.0', platform: 'linux-x64' };
  async function archiveOf(tree: string): Promise<string> {
    const archive = `${tree}.tar.gz`;
    await packSigned(tree, archive, { ...needs, key: { privateKey, id: 'test' }, date: DATE });
    return archive;
  }

  it('of a build with a strict umask can be read by the user of the service once it is unpacked', async () => {
    const modes: Record<string, string | undefined> = {};
    const onReadEntry = ({ path, mode }: { path: string; mode?: number }) => (modes[path] = mode?.toString(8));
    await list({ file: await archiveOf(aTree({ umask: 0o077 })), onReadEntry });
    expect(modes).toMatchObject({ 'manifest.json': '644', 'package.json': '644', 'packaging/rackfeed': '755' });
  });

  it('is the same, byte for byte, whenever and wherever it is built', async () => {
    const [one, other] = [await archiveOf(aTree()), await archiveOf(aTree(elsewhere))].map((file) =>
      readFileSync(file),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
  });
});

itWith('dpkg-deb', 'a Debian package is the same, byte for byte, whenever and on however many cores', async () => {
  const packages: Buffer[] = [];
  for (const [circumstances, cores] of [
    [{ changedAt: new Date() }, '1'],
    [{ ...elsewhere, umask: 0o022 }, '4'],
  ] as const) {
    const tree = aTree(circumstances);
    process.env['DPKG_DEB_THREADS_MAX'] = cores;
    await pack(tree, `${tree}.deb`, DATE);
    packages.push(readFileSync(`${tree}.deb`));
  }
  delete process.env['DPKG_DEB_THREADS_MAX'];
  expect(packages[0]?.equals(packages[1] ?? Buffer.alloc(0))).toBe(true);
});

describe('the time of a release', () => {
  const repository = (): string => {
    const root = join(folder, `repository-${++trees}`);
    mkdirSync(root);
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=nobody', '-c', 'user.email=nobody@localhost', ...args], {
        cwd: root,
        env: { ...process.env, GIT_COMMITTER_DATE: DATE.toISOString() },
        stdio: 'ignore',
      });
    git('init');
    git('commit', '--allow-empty', '--message', 'test: a commit');
    return root;
  };

  itWith('git', 'is that of the commit, or of SOURCE_DATE_EPOCH', () => {
    const root = repository();
    expect(sourceDate(root, {})).toEqual(DATE);
    expect(sourceDate(root, { SOURCE_DATE_EPOCH: '1000' })).toEqual(new Date(1_000_000));
  });

  itWith('git', 'is now where the sources are of no commit, also inside of another repository', () => {
    const inside = join(repository(), 'inside');
    mkdirSync(inside);
    for (const root of [folder, inside]) expect(sourceDate(root, {}).getTime()).toBeGreaterThan(DATE.getTime());
  });

  it('is refused when it is none', () => {
    expect(() => sourceDate(folder, { SOURCE_DATE_EPOCH: 'yesterday' })).toThrow('SOURCE_DATE_EPOCH is "yesterday"');
  });
});
