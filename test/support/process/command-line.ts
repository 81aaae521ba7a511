/** The built `rackfeed` command as a separate process. */
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../../src/cli/run.js';

export const ENTRY = join(import.meta.dirname, '../../../release/local/dist/cli/rackfeed.js');

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command with these variables of Rackfeed and no others, and with `input` on its standard input. */
export function rackfeed(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  input = '',
  entry = ENTRY,
) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RACKFEED_')));
  return new Promise<CommandResult>((resolve, reject) => {
    const child = spawn(process.execPath, [entry, ...args], { env: { ...clean, ...environment } });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.end(input);
  });
}

/** Runs a command whose standard output is this file or device; returns its exit code and what it says of it. */
export function rackfeedInto(file: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const output = openSync(file, 'w');
  const env = { PATH: process.env.PATH, ...environment };
  const { status, stderr } = spawnSync(process.execPath, [ENTRY, ...args], { env, stdio: ['ignore', output, 'pipe'] });
  closeSync(output);
  return { code: status, stderr: stderr.toString() };
}

/** Runs a command without a process, for commands that load nothing. */
export async function inThisProcess(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const code = await run(args, {
    root: '/nowhere',
    environment,
    say: (line) => stdout.push(`${line}\n`),
    warn: (line) => stderr.push(`${line}\n`),
    input: () => Promise.reject(new Error('Nothing is there to read.')),
    secret: () => Promise.reject(new Error('Nobody is there to be asked.')),
    load: () => Promise.reject(new Error('Nothing is to be loaded.')),
    brokerSetup: async (config) => (await import('../../../src/hub.js')).readBrokerSetup(config),
    create: () => Promise.reject(new Error('Nothing is to be started.')),
    listen: () => Promise.reject(new Error('Nothing is to be started.')),
  });
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}
