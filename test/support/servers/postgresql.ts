import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
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

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly server: ChildProcess,
  ) {}

  static async start(): Promise<Postgresql> {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-postgresql-'));
    const owner = ownerOf(folder);
    const data = join(folder, 'data');
    const created = ['--auth=trust', `--username=${USER}`, '--encoding=UTF8', '--no-locale', '--no-sync'];
    execFileSync(join(POSTGRESQL_BIN, 'initdb'), [...created, `--pgdata=${data}`], { ...owner, stdio: 'ignore' });
    const port = await freePort();
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
    const argv = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const server = spawn(join(POSTGRESQL_BIN, 'postgres'), argv, { ...owner, stdio: 'ignore' });
    process.once('exit', () => server.kill('SIGKILL'));
    const postgresql = new Postgresql(folder, port, server);
    await postgresql.#answers();
    return postgresql;
  }

  /** A new empty database. */
  async database(): Promise<DatabaseAddress> {
    const database = `suite_${++this.#databases}`;
    await this.#query('postgres', `CREATE DATABASE ${database}`);
    return this.#addressOf(database);
  }

  /** Ends the server, at once and with all connections, and removes its data. */
  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.server.once('exit', resolve));
    this.server.kill('SIGINT');
    await ended;
    rmSync(this.folder, { recursive: true });
  }

  #addressOf(database: string): DatabaseAddress {
    return { host: '127.0.0.1', port: this.port, user: USER, database };
  }

  async #query(database: string, sql: string): Promise<void> {
    const client = new Client(this.#addressOf(database));
    await client.connect();
    try {
      await client.query(sql);
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
        if (this.server.exitCode !== null || waited >= START_LIMIT) throw error;
        await after(50);
      }
    }
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
