import { readFileSync } from 'node:fs';

/** package.json stands two folders up from here, in the sources as in dist/. */
const packageFile = new URL('../../package.json', import.meta.url);

/** Version of this controller software, for example `0.1.0`. */
export const VERSION = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
