#!/usr/bin/env node
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { resolve } from 'node:path';
import { activeRelease } from './cli/active-release.js';
import { withServiceFile } from './cli/environment.js';
import type { CommandCall } from './command-line.js';

/** What the entry file of a release exports for the command line. */
interface CommandedRelease {
  command(call: CommandCall): Promise<number>;
}

const WRONG = 2;

async function main(): Promise<number> {
  process.umask(0o077); // what is made in the data folder is the controller's alone
  const { args, environment } = withServiceFile(process.argv.slice(2), process.env);
  const dataDir = resolve(environment['RACKFEED_DATA_DIR'] || 'data');
  const { root, entry } = activeRelease(fileURLToPath(new URL('..', import.meta.url)), dataDir);
  const release = (
    entry.endsWith('.cjs') ? createRequire(entry)(entry) : await import(pathToFileURL(entry).href)
  ) as CommandedRelease;
  return release.command({ args, environment, root });
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(WRONG);
  },
);
