import sqlite3 from 'sqlite3';
import { StatementCache } from './statement-cache.js';

/** The callback of a statement: `this` has `lastID` and `changes` of a write. */
export type StatementCallback = (this: sqlite3.RunResult, error: Error | null, rows?: unknown[]) => void;
type Rest = [StatementCallback] | [unknown[] | undefined, StatementCallback];

/** The settings of a connection for durable commits, and to wait while another connection writes. */
export const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 5000', 'foreign_keys = ON'];

/** The one connection of TypeORM. It caches prepared statements and can reopen its file. */
export class SqliteConnection {
  #database: sqlite3.Database;
  #statements: StatementCache;

  constructor(
    private readonly file: string,
    opened: (error: Error | null) => void,
  ) {
    this.#database = new sqlite3.Database(file, opened);
    this.#statements = new StatementCache(this.#database);
  }

  /** Runs a statement that writes. */
  run(sql: string, ...rest: Rest): void {
    const [parameters, answer] = argumentsOf(rest);
    const statement = this.#statements.find(sql, answer);
    if (statement) statement.run(parameters, answer);
    else this.#database.run(sql, parameters, answer);
  }

  /** Runs any other statement, and returns its rows. */
  all(sql: string, ...rest: Rest): void {
    const [parameters, answer] = argumentsOf(rest);
    const statement = this.#statements.find(sql, answer);
    if (statement) statement.all(parameters, answer);
    else this.#database.all(sql, parameters, answer);
  }

  /**
   * Runs a transaction that is given as one text in one task of the thread pool. After an error it is rolled back;
   * SQLite may have done so already.
   */
  async runTransaction(text: string): Promise<void> {
    // An error of the binding is not an instance of the Error of this realm.
    const run = (sql: string) =>
      new Promise<void>((resolve, reject) => {
        this.#database.exec(sql, (error) => (error ? reject(new Error(error.message, { cause: error })) : resolve()));
      });
    try {
      await run(text);
    } catch (error) {
      await run('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  close(closed: (error: Error | null) => void): void {
    this.#statements.close();
    this.#database.close(closed);
  }

  /** Reopens the file and closes the failed handles. Rejects when it cannot be read. */
  async reopen(): Promise<void> {
    const fresh = await opened(this.file);
    try {
      for (const pragma of PRAGMAS) await query(fresh, `PRAGMA ${pragma}`);
      await query(fresh, 'SELECT count(*) FROM sqlite_master');
    } catch (error) {
      fresh.close(() => undefined);
      throw error;
    }
    this.close(() => undefined); // an error here is part of the same fault
    this.#database = fresh;
    this.#statements = new StatementCache(fresh);
  }
}

/** Replaces the module `sqlite3` for TypeORM, as its `verbose` would create a stack trace for every statement. */
export const SQLITE = { Database: SqliteConnection, verbose: () => SQLITE };

const argumentsOf = (rest: Rest): [unknown[], StatementCallback] =>
  rest.length === 1 ? [[], rest[0]] : [rest[0] ?? [], rest[1]];

const opened = (file: string): Promise<sqlite3.Database> =>
  new Promise((resolve, reject) => {
    const database = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) =>
      error ? reject(error) : resolve(database),
    );
  });

const query = (database: sqlite3.Database, sql: string): Promise<void> =>
  new Promise((resolve, reject) => database.all(sql, (error) => (error ? reject(error) : resolve())));
