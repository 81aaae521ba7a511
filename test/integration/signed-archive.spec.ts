import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { list } from 'tar';
import { removeFolder, temporaryFolder } from '../support/process/controller-process.js';

const { packSigned } = (await import(join(import.meta.dirname, '../../scripts/bundle/signed-archive.mjs'))) as {
  packSigned: (tree: string, archive: string, options: object) => Promise<unknown>;
};

it('a release that was built with a strict umask can be read by the user of the service once it is unpacked', async () => {
  const folder = temporaryFolder();
  const tree = join(folder, 'tree');
  mkdirSync(join(tree, 'packaging'), { recursive: true });
  const files: readonly (readonly [string, number])[] = [
    ['package.json', 0o600],
    ['packaging/rackfeed', 0o700],
  ];
  for (const [path, mode] of files) {
    writeFileSync(join(tree, path), '{}');
    chmodSync(join(tree, path), mode);
  }
  const archive = join(folder, 'release.tar.gz');
  const { privateKey } = generateKeyPairSync('ed25519');
  const what = { version: '1.0.0', minimumVersion: '0.1.0', minimumNode: '20.19.0', platform: 'linux-x64' };
  await packSigned(tree, archive, { ...what, key: { privateKey, id: 'test' } });
  const modes: Record<string, string | undefined> = {};
  await list({ file: archive, onReadEntry: ({ path, mode }) => (modes[path] = mode?.toString(8)) });
  expect(modes).toMatchObject({ 'manifest.json': '644', 'package.json': '644', 'packaging/rackfeed': '755' });
  removeFolder(folder);
});
