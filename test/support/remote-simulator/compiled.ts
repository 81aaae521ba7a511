/** Compiles the remote simulator, because neither it nor a driver file of a built controller can be TypeScript. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const ESBUILD = join(import.meta.dirname, '../../../node_modules/.bin/esbuild');

export interface CompiledSimulator {
  /** Path of the program that simulates the PDU. */
  readonly program: string;
  /** Path of the driver that reaches it, for RACKFEED_DRIVER. */
  readonly driver: string;
}

/** Writes program and driver into this folder, each with all that it imports. */
export function compileSimulator(folder: string): CompiledSimulator {
  const sources = ['program', 'remote-simulator'].map((name) => join(import.meta.dirname, `${name}.ts`));
  const asModules = ['--bundle', '--platform=node', '--format=esm', '--out-extension:.js=.mjs', '--log-level=error'];
  execFileSync(ESBUILD, [...sources, ...asModules, `--outdir=${folder}`]);
  return { program: join(folder, 'program.mjs'), driver: join(folder, 'remote-simulator.mjs') };
}
