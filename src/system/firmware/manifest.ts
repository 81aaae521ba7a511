import { isVersion } from '../../launcher/version-order.js';

/** The reason why firmware is refused, as the end of a sentence: "The firmware cannot be installed: …". */
export class FirmwareRefusal extends Error {}

/** A file of a release. */
export interface ManifestFile {
  /** Relative path, with slashes. */
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  /** Hash in hexadecimal digits. */
  readonly sha256: string;
}

/** The description of a bundle; the signature is over its bytes. */
export interface Manifest {
  readonly format: 1;
  readonly product: 'rackfeed';
  readonly version: string;
  /** The oldest version that it may be installed over. */
  readonly minimumVersion: string;
  /** Operating system and processor of its native parts, for example `linux-x64`. */
  readonly platform: string;
  /** C library of its native parts, on Linux; absent in bundles of earlier versions. */
  readonly libc?: 'glibc' | 'musl';
  /** The oldest glibc that they can use, for example `2.34`. */
  readonly minimumGlibc?: string;
  /** The oldest Node.js that runs it, for example `20.19.0`. */
  readonly minimumNode: string;
  /** Id of the key of the signature. */
  readonly keyId: string;
  readonly files: readonly ManifestFile[];
}

export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

/** Size limit of a manifest, enough for thousands of files. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;
const MAX_FILES = 5_000;
/** Size limit of an unpacked release. */
export const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** Reads a manifest with a valid signature. Throws {@link FirmwareRefusal}: a signed manifest may still have errors. */
export function readManifest(bytes: Buffer): Manifest {
  const manifest = parsed(bytes);
  if (manifest.format !== 1) throw new FirmwareRefusal('its manifest has a format that this version does not know');
  if (manifest.product !== 'rackfeed') throw new FirmwareRefusal('it is made for another product');
  const { version, minimumVersion, minimumNode, platform } = manifest;
  if (![version, minimumVersion, minimumNode].every(isVersion) || typeof platform !== 'string') {
    throw new FirmwareRefusal('its manifest does not say which version it is and what it needs');
  }
  const { libc = 'glibc', minimumGlibc = '2.0' } = manifest;
  if ((libc !== 'glibc' && libc !== 'musl') || !/^\d{1,4}(\.\d{1,4}){1,2}$/.test(String(minimumGlibc))) {
    throw new FirmwareRefusal('its manifest does not say which C library it needs');
  }
  if (!Array.isArray(manifest.files) || manifest.files.length > MAX_FILES) {
    throw new FirmwareRefusal('its manifest does not list its files');
  }
  checkFiles(manifest.files);
  return manifest as Manifest;
}

/** The key that the manifest names; read before the signature is checked, so nothing else of it is trusted. */
export function keyIdOf(bytes: Buffer): string {
  const { keyId } = parsed(bytes);
  if (typeof keyId !== 'string') throw new FirmwareRefusal('its manifest does not say which key has signed it');
  return keyId;
}

function parsed(bytes: Buffer): Partial<Record<keyof Manifest, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // treated like a manifest that is no object
  }
  throw new FirmwareRefusal('its manifest cannot be read');
}

function checkFiles(files: readonly unknown[]): asserts files is readonly ManifestFile[] {
  const paths = new Set<string>();
  let total = 0;
  for (const file of files) {
    const { path, size, sha256 } = (file ?? {}) as Partial<Record<keyof ManifestFile, unknown>>;
    if (typeof path !== 'string' || !isPlainPath(path)) {
      throw new FirmwareRefusal('it names a file outside of its own folder');
    }
    if (paths.has(path)) throw new FirmwareRefusal(`it names ${path} twice`);
    paths.add(path);
    if (!Number.isSafeInteger(size) || (size as number) < 0 || !/^[0-9a-f]{64}$/.test(String(sha256))) {
      throw new FirmwareRefusal(`it does not say how ${path} must be`);
    }
    total += size as number;
  }
  if (total > MAX_UNPACKED_BYTES) throw new FirmwareRefusal('it is larger than any release');
}

/** True for a relative path without `.`, `..` and foreign separators that is not one of the bundle's own files. */
const isPlainPath = (path: string): boolean =>
  path.length <= 240 &&
  path.split('/').every((part) => /^[A-Za-z0-9@_+.-]+$/.test(part) && !/^\.+$/.test(part)) &&
  path !== MANIFEST &&
  path !== SIGNATURE;
