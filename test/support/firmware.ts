/** Firmware bundles for tests: good ones, and every kind that must be refused. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar/header';
import { keyId } from '../../src/system/firmware/firmware-keys.js';
import type { Manifest } from '../../src/system/firmware/manifest.js';

const BLOCK = 512;

export interface SigningKey {
  readonly id: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

export function aSigningKey(): SigningKey {
  const pair = generateKeyPairSync('ed25519');
  return { ...pair, id: keyId(pair.publicKey) };
}

/** Writes the public key where a controller looks for it; answers the folder. */
export function publish({ id, publicKey }: SigningKey, folder: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.pub`), publicKey.export({ type: 'spki', format: 'pem' }));
  return folder;
}

export interface ArchiveEntry {
  readonly path: string;
  readonly content?: string | Buffer;
  readonly type?: 'File' | 'SymbolicLink' | 'Directory' | 'CharacterDevice';
  readonly linkpath?: string;
}

export interface BundleOptions {
  readonly key: SigningKey;
  readonly version?: string;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** Changes the manifest before it is signed: what a signer could get wrong. */
  readonly manifest?: (manifest: Manifest) => object;
  /** Changes the entries after signing: what somebody else could do on the way. */
  readonly entries?: (entries: ArchiveEntry[]) => ArchiveEntry[];
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** The files of a release that does nothing but what `body` says. */
export const releaseFiles = (version: string, body: string): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'rackfeed', version, type: 'module' }),
  'dist/server.cjs': body,
});

export function aBundle(options: BundleOptions): Buffer {
  const { key, version = '0.2.0', entries = (all) => all, manifest = (own) => own } = options;
  const { files = releaseFiles(version, 'exports.start = async () => ({});') } = options;
  const own: Manifest = {
    format: 1,
    product: 'rackfeed',
    version,
    minimumVersion: '0.1.0',
    minimumNode: '20.19.0',
    platform: `${process.platform}-${process.arch}`,
    keyId: key.id,
    files: Object.entries(files).map(([path, content]) => ({
      path,
      size: Buffer.byteLength(content),
      sha256: sha256(content),
    })),
  };
  const bytes = Buffer.from(JSON.stringify(manifest(own)));
  const all: ArchiveEntry[] = [
    { path: 'manifest.json', content: bytes },
    { path: 'manifest.sig', content: sign(null, bytes, key.privateKey) },
    ...Object.entries(files).map(([path, content]) => ({ path, content })),
  ];
  return packed(entries(all));
}

/** Any entries at all as tar.gz. */
export const packed = (entries: readonly ArchiveEntry[]): Buffer =>
  gzipSync(Buffer.concat([...entries.map(packedEntry), Buffer.alloc(2 * BLOCK)]));

function packedEntry({ path, content = '', type = 'File', linkpath }: ArchiveEntry): Buffer {
  const body = Buffer.from(content);
  const header = new Header({ path, type, size: body.length, mode: 0o644, ...(linkpath && { linkpath }) });
  header.encode();
  return Buffer.concat([
    header.block ?? Buffer.alloc(BLOCK),
    body,
    Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK),
  ]);
}
