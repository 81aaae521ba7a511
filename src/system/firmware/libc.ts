import { compareVersions } from '../../launcher/version-order.js';
import type { Manifest } from './manifest.js';

/** The C library that native code of this process runs on. */
export interface Libc {
  readonly name: 'glibc' | 'musl';
  /** Version of glibc, for example `2.36`; musl does not report one. */
  readonly version?: string;
}

/** The C library of this system; undefined on systems other than Linux, which have only one. */
export function ownLibc(): Libc | undefined {
  if (process.platform !== 'linux') return undefined;
  const report = process.report as typeof process.report & { excludeNetwork: boolean }; // of Node 20.13 and later
  const before = report.excludeNetwork;
  report.excludeNetwork = true; // looking up names of peers would take seconds
  const { header } = report.getReport() as { header: { glibcVersionRuntime?: string } };
  report.excludeNetwork = before;
  return header.glibcVersionRuntime === undefined
    ? { name: 'musl' }
    : { name: 'glibc', version: header.glibcVersionRuntime };
}

/** The reason why native code of a release cannot be loaded here, as the end of a sentence; undefined if it can. */
export function libcConflict(
  { libc, minimumGlibc }: Pick<Manifest, 'libc' | 'minimumGlibc'>,
  own: Libc | undefined,
): string | undefined {
  if (own === undefined || libc === undefined) return undefined; // bundles of earlier versions do not name it
  if (libc !== own.name) return `it is made for systems with ${libc}, and this one has ${own.name}`;
  if (minimumGlibc === undefined || own.version === undefined) return undefined;
  if (compareVersions(threeParts(own.version), threeParts(minimumGlibc)) >= 0) return undefined;
  return (
    `it needs at least glibc ${minimumGlibc}, and this system has ${own.version}; ` +
    'update the system first, or make the bundle on one that is as old'
  );
}

/** glibc has versions such as 2.36 and, long ago, 2.2.5. */
const threeParts = (version: string): string => (/^\d+\.\d+$/.test(version) ? `${version}.0` : version);
