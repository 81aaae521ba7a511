import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ArchiveReader, type ArchiveEntry } from './archive-reader.js';
import { checkSignature, type FirmwareKeys } from './firmware-keys.js';
import { MANIFEST, MAX_MANIFEST_BYTES, readManifest, SIGNATURE, type Manifest, type ManifestFile } from './manifest.js';
import { FirmwareRefusal } from './manifest.js';

/** Length of an Ed25519 signature. */
const SIGNATURE_BYTES = 64;

/** Receives the content of a bundle as it is read; the signature is checked before anything else is trusted. */
export interface BundleReader {
  /** Receives the manifest and its valid signature. */
  signed(content: { manifest: Manifest; bytes: Buffer; signature: Buffer }): Promise<void>;
  /** Receives one file of the manifest. Reads all of the body. */
  file(file: ManifestFile, body: AsyncIterable<Buffer>): Promise<void>;
}

/**
 * Reads a bundle once, from beginning to end, and never more of it than the signed manifest announces: a bundle that
 * would unpack to gigabytes is refused at its first entry. Throws {@link FirmwareRefusal}.
 */
export async function readBundle(path: string, keys: FirmwareKeys, reader: BundleReader): Promise<Manifest> {
  try {
    return await pipeline(createReadStream(path), createGunzip(), (unpacked: AsyncIterable<Buffer>) =>
      readArchive(new ArchiveReader(unpacked), keys, reader),
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'Z_BUF_ERROR') throw new FirmwareRefusal('it is not complete');
    if (code?.startsWith('Z_')) throw new FirmwareRefusal('it is not a firmware bundle, or is damaged');
    if (code === 'ERR_STREAM_PREMATURE_CLOSE') throw new FirmwareRefusal('it is not complete');
    throw error;
  }
}

async function readArchive(archive: ArchiveReader, keys: FirmwareKeys, reader: BundleReader): Promise<Manifest> {
  const bytes = await small(archive, MANIFEST, MAX_MANIFEST_BYTES);
  const signature = await small(archive, SIGNATURE, SIGNATURE_BYTES);
  checkSignature(bytes, signature, keys);
  const manifest = readManifest(bytes);
  await reader.signed({ manifest, bytes, signature });
  const missing = new Map(manifest.files.map((file) => [file.path, file]));
  for (let entry = await archive.next(); entry; entry = await archive.next()) {
    const file = missing.get(entry.path);
    if (!file) throw new FirmwareRefusal('it holds a file that its manifest does not name, or one twice');
    if (entry.size !== file.size) throw new FirmwareRefusal(`${file.path} is not the one that was signed`);
    missing.delete(entry.path);
    await reader.file(file, checked(file, archive.body(entry)));
  }
  const [absent] = missing.keys();
  if (absent !== undefined) throw new FirmwareRefusal(`${absent} is missing`);
  await archive.end();
  return manifest;
}

/** Reads a file that has to be next and fits into memory. */
async function small(archive: ArchiveReader, name: string, limit: number): Promise<Buffer> {
  const entry: ArchiveEntry | undefined = await archive.next();
  if (entry?.path !== name) throw new FirmwareRefusal(`it does not begin with ${MANIFEST} and ${SIGNATURE}`);
  if (entry.size > limit) throw new FirmwareRefusal(`its ${name} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of archive.body(entry)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Passes on the bytes; throws after the last one if their hash differs from the manifest. */
async function* checked({ path, sha256 }: ManifestFile, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw new FirmwareRefusal(`${path} is not the one that was signed`);
}
