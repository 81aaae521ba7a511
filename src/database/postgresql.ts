import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import type pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { pause } from '../common/time-limit.js';
import type { Millis } from '../common/clock.js';
import type { DatabaseAddress } from '../config/database-address.js';
import { ConfigError } from '../config/runtime-config.js';
import { rememberSecret } from '../logging/redaction.js';
import { withColumnTypes } from './columns.js';
import { madeOnce } from './made-once.js';
import { HUB_MIGRATIONS } from './migrations/hub/index.js';
import { StatementNames } from './statement-names.js';

/** The connections of one hub: one that writes, and those that read at the same time. */
const CONNECTIONS = 8;
/** An address that does not answer is away after this time, and a statement that does not end. */
const CONNECT_WITHIN: Millis = 5000;
const STATEMENT_WITHIN: Millis = 15_000;
/** A hub that has vanished or stands still in a transaction holds its locks no longer: others wait for them. */
const IDLE_IN_TRANSACTION: Millis = 5000;
/** To compile a statement takes the server longer than any of a hub runs. */
const NO_COMPILER = '-c jit=off';
/** Another hub that starts has its migrations done within this time. */
const LOCK_WITHIN: Millis = 10 * 60_000;
const LOCK_RETRY: Millis = 200;
/** The oldest release of PostgreSQL that is maintained. */
const OLDEST = 14;

type Postgresql = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Reads the files that the address names. Throws {@link ConfigError}. */
export async function postgresqlOptions(address: DatabaseAddress, passwordFile?: string): Promise<Postgresql> {
  const { host, port, user: username, database } = address;
  const password = passwordFile === undefined ? address.password : firstLine(passwordFile);
  if (password !== undefined) rememberSecret(password);
  const driver = await driverOf();
  return {
    ...{ type: 'postgres', host, port, username, database, ssl: tlsOf(address), driver },
    ...(password !== undefined && { password }),
    ...{ applicationName: 'rackfeed', parseInt8: true, synchronize: false, logging: false },
    migrations: HUB_MIGRATIONS,
    migrationsTransactionMode: 'each',
    invalidWhereValuesBehavior: { undefined: 'throw', null: 'throw' },
    installExtensions: false,
    extra: {
      ...{ max: CONNECTIONS, connectionTimeoutMillis: CONNECT_WITHIN, keepAlive: true, idleTimeoutMillis: 60_000 },
      ...{ query_timeout: STATEMENT_WITHIN, statement_timeout: STATEMENT_WITHIN },
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION,
      options: NO_COMPILER,
    },
  } as Postgresql;
}

/**
 * The driver, loaded for a hub that uses it. A connection on which a statement has not ended in time is cut: the pool would
 * give it to the next transaction, which would wait behind that statement.
 */
async function driverOf(): Promise<typeof pg> {
  const { default: driver } = await import('pg');
  const { Client, Pool } = driver;
  const preparing = { isLasting: true };
  class ImpatientClient extends Client {
    readonly #names = new StatementNames(preparing);

    override query(...parameters: unknown[]): never {
      const [text, values] = parameters;
      const name = typeof text === 'string' && Array.isArray(values) ? this.#names.nameOf(text) : undefined;
      const given = name === undefined ? parameters : [{ name, text, values }];
      const answer = (super.query as (...given: unknown[]) => unknown).apply(this, given);
      if (!(answer instanceof Promise)) return answer as never;
      answer.catch((error: unknown) => {
        if (name !== undefined && StatementNames.isLost(error)) this.#names.giveUp();
        this.#cutAfter(error);
      });
      return (text === 'COMMIT' ? answer.then(committed) : answer) as never;
    }

    #cutAfter(error: unknown): void {
      if (!(error instanceof Error) || error.message !== 'Query read timeout') return;
      const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
      connection.stream.destroy();
    }
  }
  class ImpatientPool extends Pool {
    constructor(options: pg.PoolConfig) {
      super({ ...options, Client: ImpatientClient });
    }
  }
  // TypeORM takes these from the module, and sets `parseInt8` of its defaults.
  return { ...driver, Client: ImpatientClient, Pool: ImpatientPool, defaults: driver.defaults };
}

/**
 * Opens a connection that is none of the pool.
 * @param name for the administrator of the server
 */
export async function connectAlone(options: DataSourceOptions, name: string): Promise<pg.Client> {
  const given = options as Postgresql;
  const driver = given.driver as typeof pg;
  const { host, port, username: user, password, database, ssl } = given;
  const extra = given.extra as object;
  const client = new driver.Client({
    ...{ host, port, user, database, ssl, application_name: name, ...extra },
    ...(typeof password === 'string' && { password }),
  } as pg.ClientConfig);
  try {
    await client.connect();
  } catch (error) {
    throw openProblem(error, given);
  }
  return client;
}

/** The server answers COMMIT of a transaction in which a statement has failed with ROLLBACK, and no error. */
function committed(result: pg.QueryResult): pg.QueryResult {
  if (result.command === 'ROLLBACK')
    throw new Error('The transaction was rolled back, because a part of it has failed.');
  return result;
}

/** Opens the database, brings its tables to this release, and checks that committed writes are durable. */
export async function openPostgresql(options: DataSourceOptions): Promise<DataSource> {
  const given = options as Postgresql;
  await migrate(given);
  const source = await withColumnTypes(new DataSource(given)).initialize();
  for (const { columns } of source.entityMetadatas) {
    for (const column of columns) if (column.type === 'text' || column.type === 'simple-json') column.collation = 'C';
  }
  return source;
}

/**
 * Runs the migrations on connections of their own, which may take their time. Of hubs that start at the same time one does,
 * and the others wait until its transaction with the lock has ended, however it ends.
 */
async function migrate(options: Postgresql): Promise<void> {
  const patient = { ...options, extra: { ...(options.extra as object), ...NO_LIMITS }, entities: [] };
  const source = await new DataSource(patient).initialize().catch((error: unknown) => {
    throw openProblem(error, options);
  });
  try {
    await assertUsable(source);
    await withLock(source, async () => {
      await source.runMigrations();
    });
  } finally {
    await source.destroy();
  }
}

const NO_LIMITS = { max: 3, query_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };

async function withLock(source: DataSource, work: () => Promise<void>): Promise<void> {
  await source.query(LOCK);
  const runner = source.createQueryRunner();
  try {
    for (let waited = 0; ; waited += LOCK_RETRY) {
      await runner.startTransaction();
      const failed: unknown = await runner.query('SELECT "id" FROM "migration_lock" FOR UPDATE NOWAIT').then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!failed) break;
      await runner.rollbackTransaction();
      if (codeOf(failed) !== LOCK_NOT_AVAILABLE || waited >= LOCK_WITHIN) throw failed as Error;
      await pause(LOCK_RETRY);
    }
    await work();
    await runner.commitTransaction();
  } finally {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    await runner.release();
  }
}

/** The row of the lock. */
const LOCK = madeOnce(
  'migration_lock',
  'CREATE TABLE IF NOT EXISTS "migration_lock" ("id" integer PRIMARY KEY)',
  'INSERT INTO "migration_lock" ("id") VALUES (1) ON CONFLICT DO NOTHING',
);

const LOCK_NOT_AVAILABLE = '55P03';

/** The SQLSTATE, or the code of the system. */
const codeOf = (error: unknown): string | undefined => (error as { readonly code?: string }).code;

/** Throws {@link ConfigError} for a server that would lose what it has committed, or that is too old. */
async function assertUsable(source: DataSource): Promise<void> {
  const [facts] = await source.query<Record<'version' | 'synchronous' | 'encoding', string>[]>(
    `SELECT current_setting('server_version_num') AS "version", current_setting('synchronous_commit') AS "synchronous",
      current_setting('server_encoding') AS "encoding"`,
  );
  if (Number(facts?.version) < OLDEST * 10_000) throw new ConfigError([problem(`is older than PostgreSQL ${OLDEST}`)]);
  if (facts?.encoding !== 'UTF8') throw new ConfigError([problem('must have the encoding UTF8')]);
  if (facts.synchronous === 'off') {
    throw new ConfigError([problem('has synchronous_commit off, so that it would lose commands that it has accepted')]);
  }
}

const problem = (says: string): string => `The database of RACKFEED_DATABASE_URL ${says}.`;

/** The error of a start whose database cannot be opened. Without a server a supervisor tries again, as it is no ConfigError. */
function openProblem(error: unknown, { host, port, database, username }: Postgresql): Error {
  const { message } = error as Error;
  const code = codeOf(error) ?? '';
  if (/^(28|3D)/.test(code)) {
    return new ConfigError([problem(`does not let user "${username}" into database "${database}": ${message}`)]);
  }
  if (/CERT|TLS|SSL|ALTNAME|UNABLE_TO_|SIGNATURE/i.test(code) || /\bSSL\b/.test(message)) {
    return new ConfigError([problem(`cannot be reached by TLS: ${message}; see sslmode and sslrootcert`)]);
  }
  return new Error(`The database at ${host}:${port} cannot be reached: ${message}`, { cause: error });
}

function tlsOf({ tls, authority, certificate, key }: DatabaseAddress): ConnectionOptions | false {
  if (tls === 'disable') return false;
  return {
    rejectUnauthorized: tls !== 'require',
    // With verify-ca any server of the authority is the right one.
    ...(tls === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(authority !== undefined && { ca: contentOf(authority, 'sslrootcert') }),
    ...(certificate !== undefined && { cert: contentOf(certificate, 'sslcert') }),
    ...(key !== undefined && { key: contentOf(key, 'sslkey') }),
  };
}

function contentOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new ConfigError([`${name} of RACKFEED_DATABASE_URL cannot be read (${code}); it is "${path}".`]);
  }
}

function firstLine(path: string): string {
  try {
    const [line = ''] = readFileSync(path, 'utf8').split(/\r?\n/);
    if (line !== '') return line;
  } catch (error) {
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new ConfigError([`RACKFEED_DATABASE_PASSWORD_FILE cannot be read (${code}); it is "${path}".`]);
  }
  throw new ConfigError([`RACKFEED_DATABASE_PASSWORD_FILE has no password in its first line; it is "${path}".`]);
}
