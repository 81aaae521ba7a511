import { readFileSync, statSync } from 'node:fs';

/** package.json is two folders above this file, in the sources as in dist/. */
const packageFile = new URL('../../package.json', import.meta.url);

const { version, build } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string; build?: string };

/** Version of this controller software, for example `0.1.0`. */
export const VERSION = version;

/** The day on which this version was built or installed. */
export const builtAt = (): Date => statSync(packageFile).mtime;

/** True in a bundle of `npm run bundle`, false in a development tree. */
export const IS_RELEASE_BUILD = build === 'release';
