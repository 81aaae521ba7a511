import sqlite3 from 'sqlite3';
import { StatementCache } from './statement-cache.js';

/** What SQLite answers: `this` carries `lastID` and `changes` of a write. */
export type StatementCallback = (this: sqlite3.RunResult, error: Error | null, rows?: unknown[]) => void;
type Rest = [StatementCallback] | [unknown[] | undefined, StatementCallback];

/** What a connection needs to keep what it acknowledges, and to wait where another one writes. */
export const PRAGMAS = ['journal_mode = WAL', 'synchronous = FULL', 'busy_timeout = 5000', 'foreign_keys = ON'];

/** The one connection that TypeORM works on. It keeps what it has prepared, and can be opened anew underneath. */
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

  /** Runs any other statement, and answers its rows. */
  all(sql: string, ...rest: Rest): void {
    const [parameters, answer] = argumentsOf(rest);
    const statement = this.#statements.find(sql, answer);
    if (statement) statement.all(parameters, answer);
    else this.#database.all(sql, parameters, answer);
  }

  close(closed: (error: Error | null) => void): void {
    this.#statements.close();
    this.#database.close(closed);
  }

  /** Opens the file anew and lets go of the handles of before, which have failed. Rejects when it cannot be read. */
  async reopen(): Promise<void> {
    const fresh = await opened(this.file);
    try {
      for (const pragma of PRAGMAS) await query(fresh, `PRAGMA ${pragma}`);
      await query(fresh, 'SELECT count(*) FROM sqlite_master');
    } catch (error) {
      fresh.close(() => undefined);
      throw error;
    }
    this.close(() => undefined); // what it has to say of its closing is part of the trouble
    this.#database = fresh;
    this.#statements = new StatementCache(fresh);
  }
}

/** What TypeORM takes for the module `sqlite3`. That one's `verbose` would make a stack trace for every statement. */
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
