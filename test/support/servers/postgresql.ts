import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Client } from 'pg';
import { POSTGRESQL_BIN } from '../process/programs.js';
import { freePort } from './free-port.js';

const USER = 'rackfeed';
const START_LIMIT = 30_000;

/** The address of a database; the server asks for no password. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

/** A PostgreSQL server of the host's package on a free port of 127.0.0.1, with its data in a temporary folder. */
export class Postgresql {
  #databases = 0;
  #server: ChildProcess;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly owner: ReturnType<typeof ownerOf>,
    private readonly isSecure: boolean,
  ) {
    this.#server = this.#spawn();
  }

  /** @param certificate with one it lets in whoever speaks TLS, and nobody else */
  static async start(certificate?: { readonly key: string; readonly cert: string }): Promise<Postgresql> {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-postgresql-'));
    const owner = ownerOf(folder);
    const data = join(folder, 'data');
    const created = ['--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(POSTGRESQL_BIN, 'initdb'), [...created, `--pgdata=${data}`], { ...owner, stdio: 'ignore' });
    const port = await freePort();
    if (certificate) secure(data, certificate, owner);
    const postgresql = new Postgresql(folder, port, owner, certificate !== undefined);
    process.once('exit', () => postgresql.#server.kill('SIGKILL'));
    await postgresql.#answers();
    return postgresql;
  }

  #spawn(): ChildProcess {
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'fsync=off',
      `ssl=${this.isSecure ? 'on' : 'off'}`,
    ];
    const argv = ['-D', join(this.folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
    return spawn(join(POSTGRESQL_BIN, 'postgres'), argv, { ...this.owner, stdio: 'ignore' });
  }

  /** A new empty database. */
  async database(): Promise<DatabaseAddress> {
    const database = `suite_${++this.#databases}`;
    await this.#query('postgres', `CREATE DATABASE ${database}`);
    return this.#addressOf(database);
  }

  /** The URL of a new empty database. */
  async newUrl(): Promise<string> {
    const { host, port, user, database } = await this.database();
    return `postgresql://${user}@${host}:${port}/${database}`;
  }

  /**
   * Kills the server and all that serves its connections, as a power cut would. One that serves would otherwise end its
   * statement, even commit it, and a new server would not start beside it.
   */
  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.#server.once('exit', resolve));
    this.#server.kill('SIGSTOP'); // it starts no others meanwhile
    const serving = childrenOf(this.#server.pid ?? 0);
    for (const pid of serving) process.kill(pid, 'SIGKILL');
    this.#server.kill('SIGKILL');
    await ended;
    while (serving.some(isAlive)) await after(5);
  }

  /** Starts it again on its data; resolves when it answers. */
  async restart(): Promise<void> {
    this.#server = this.#spawn();
    await this.#answers();
  }

  /** Runs a statement as its administrator. */
  async query<Row extends object>(database: string, sql: string): Promise<Row[]> {
    return this.#query<Row>(database, sql);
  }

  /** Ends the server, at once and with all connections, and removes its data. */
  async stop(): Promise<void> {
    if (this.#server.exitCode === null && this.#server.signalCode === null) {
      const ended = new Promise((resolve) => this.#server.once('exit', resolve));
      this.#server.kill('SIGINT');
      await ended;
    }
    rmSync(this.folder, { recursive: true });
  }

  #addressOf(database: string): DatabaseAddress {
    return { host: '127.0.0.1', port: this.port, user: USER, database };
  }

  async #query<Row extends object>(database: string, sql: string): Promise<Row[]> {
    const ssl = this.isSecure && { rejectUnauthorized: false };
    const client = new Client({ ...this.#addressOf(database), ssl });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async #answers(): Promise<void> {
    for (let waited = 0; ; waited += 50) {
      try {
        await this.#query('postgres', 'SELECT 1');
        return;
      } catch (error) {
        if (this.#server.exitCode !== null || waited >= START_LIMIT) throw error;
        await after(50);
      }
    }
  }
}

/** Key and certificate under the names by which the server finds them, and the rule that lets nobody in without TLS. */
function secure(
  data: string,
  { key, cert }: { key: string; cert: string },
  { uid, gid }: ReturnType<typeof ownerOf>,
): void {
  const files = { 'server.key': key, 'server.crt': cert, 'pg_hba.conf': 'hostssl all all 127.0.0.1/32 trust\n' };
  for (const [name, text] of Object.entries(files)) {
    const path = join(data, name);
    writeFileSync(path, text, { mode: 0o600 });
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** False for one that has ended, also while nobody has asked how. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** PostgreSQL refuses to run as root: the user of its package gets the folder and runs it. */
function ownerOf(folder: string): { uid?: number; gid?: number; cwd: string } {
  if (process.getuid?.() !== 0) return { cwd: folder };
  const id = (kind: string): number => Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return { ...owner, cwd: folder };
}
