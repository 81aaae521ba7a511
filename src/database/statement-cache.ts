import type sqlite3 from 'sqlite3';
import type { StatementCallback } from './sqlite-connection.js';

const MAX_CACHED = 64;
const MAX_SEEN = 256;

/** Caches prepared statements of repeated texts: preparing one takes a task of the thread pool. */
export class StatementCache {
  readonly #cached = new Map<string, sqlite3.Statement>();
  readonly #seen = new Set<string>();
  #isClosed = false;

  constructor(private readonly database: sqlite3.Database) {}

  /** A prepared statement; undefined for the first use of a text. An error in preparing it goes to `answer`. */
  find(sql: string, answer: StatementCallback): sqlite3.Statement | undefined {
    const cached = this.#cached.get(sql);
    if (cached) return cached;
    if (!this.#seen.has(sql)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear(); // most texts are used once: TypeORM writes numbers into them
      this.#seen.add(sql);
      return undefined;
    }
    if (this.#cached.size >= MAX_CACHED) return undefined;
    return this.#prepare(sql, answer);
  }

  /** Finalizes the cached statements, without which a connection cannot be closed. */
  close(): void {
    this.#isClosed = true;
    for (const statement of this.#cached.values()) statement.finalize();
    this.#cached.clear();
  }

  /** Caches a statement once it is prepared: one that cannot be prepared never calls back. */
  #prepare(sql: string, answer: StatementCallback): sqlite3.Statement {
    const statement: sqlite3.Statement = this.database.prepare(sql, (error: Error | null) => {
      if (error) answer.call(statement as sqlite3.RunResult, error);
      else if (this.#isClosed || this.#cached.has(sql)) statement.finalize();
      else this.#cached.set(sql, statement);
    });
    return statement;
  }
}
