/** The built controller as a separate process, for tests of exit codes, signals and kill -9. */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const RELEASE = join(import.meta.dirname, '../../../release/local');
const ENTRY = join(RELEASE, 'dist/main.js');
const READY = /ready at (http:\/\/\S+)/;

/** The code of the release as V8 has compiled it for an earlier controller, which wrote it into its data folder. */
let compiledCode: Buffer | undefined;

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'rackfeed-test-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Copies the built controller into a new folder as a later release, which differs in its version alone.
 *
 * @param minors how many minor versions it is ahead
 * @returns its entry, for {@link ControllerProcess}
 */
export function laterRelease(folder: string, minors: number): string {
  cpSync(RELEASE, folder, { recursive: true });
  const file = join(folder, 'package.json');
  const own = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  const [major, minor] = own.version.split('.');
  writeFileSync(file, JSON.stringify({ ...own, version: `${major}.${Number(minor) + minors}.0` }));
  return join(folder, 'dist/main.js');
}

export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export class ControllerProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<ExitStatus>;
  readonly #child: ChildProcess;

  /**
   * @param node the program that runs it, and its own arguments; then a new data folder begins without compiled code
   * @param args those of the entry
   */
  constructor(
    environment: Readonly<Record<string, string>>,
    entry = ENTRY,
    node: readonly string[] = [],
    args: readonly string[] = [],
  ) {
    const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RACKFEED_')));
    const [program = process.execPath, ...flags] = node;
    const dataDir = environment['RACKFEED_DATA_DIR'];
    const keptCode = entry === ENTRY && dataDir !== undefined ? join(dataDir, 'code-cache/base.bin') : undefined;
    if (keptCode !== undefined && node.length === 0) giveCompiledCode(keptCode);
    this.#child = spawn(program, [...flags, entry, ...args], {
      env: { ...clean, RACKFEED_HOST: '127.0.0.1', RACKFEED_PORT: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve({ code, signal })));
    if (keptCode !== undefined) this.#child.once('close', () => takeCompiledCode(keptCode));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Resolves with the address once the ready line is out. */
  ready(): Promise<string> {
    return this.waitForOutput(READY);
  }

  /** Resolves with the first group of a match in its standard output, if it has one; rejects when it ends before. */
  waitForOutput(line: RegExp): Promise<string> {
    const known = line.exec(this.stdout);
    if (known) return Promise.resolve(known[1] ?? '');
    return new Promise((resolve, reject) => {
      this.#child.stdout?.on('data', () => {
        const found = line.exec(this.stdout);
        if (found) resolve(found[1] ?? '');
      });
      void this.ended.then(({ code }) => reject(new Error(`ended with ${code} before it was ready:\n${this.stderr}`)));
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  kill(signal: NodeJS.Signals): Promise<ExitStatus> {
    this.signal(signal);
    return this.ended;
  }
}

/** Saves a new data folder a third of its first start; without it each would compile the release for itself. */
function giveCompiledCode(file: string): void {
  // A data folder elsewhere is one that cannot be made: in /proc Node would try it for ever.
  if (!compiledCode || !file.startsWith(tmpdir()) || existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, compiledCode, { mode: 0o600 });
}

function takeCompiledCode(file: string): void {
  if (!compiledCode && existsSync(file)) compiledCode = readFileSync(file);
}

/** Signs in and answers a function that sends requests with the session. */
export async function signIn(url: string, password: string, username = 'admin') {
  const answer = await fetch(`${url}/api/login`, { method: 'POST', body: JSON.stringify({ username, password }) });
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return withSession(url, answer.headers.get('token') ?? '');
}

export function withSession(url: string, token: string, kind: 'cookie' | 'bearer' = 'cookie') {
  return {
    token,
    async send(
      method: string,
      path: string,
      body?: unknown,
      more: Readonly<Record<string, string>> = {},
    ): Promise<{ status: number; body: Record<string, unknown> }> {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(kind === 'cookie' ? { cookie: `SPID=${token}` } : { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...more,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown> };
    },
  };
}
