import type sqlite3 from 'sqlite3';
import type { Answer } from './sqlite-connection.js';

const MOST_KEPT = 64;
const MOST_SEEN = 256;

/** Keeps statements prepared that come again: preparing one is a turn in the thread pool of its own. */
export class KeptStatements {
  readonly #kept = new Map<string, sqlite3.Statement>();
  readonly #seen = new Set<string>();
  #isClosed = false;

  constructor(private readonly database: sqlite3.Database) {}

  /** A prepared statement; undefined for a text that has not come before. An error in preparing it goes to `answer`. */
  find(sql: string, answer: Answer): sqlite3.Statement | undefined {
    const kept = this.#kept.get(sql);
    if (kept) return kept;
    if (!this.#seen.has(sql)) {
      if (this.#seen.size >= MOST_SEEN) this.#seen.clear(); // most texts come once: TypeORM writes numbers into them
      this.#seen.add(sql);
      return undefined;
    }
    if (this.#kept.size >= MOST_KEPT) return undefined;
    return this.#prepare(sql, answer);
  }

  /** A connection with statements that are kept cannot be closed. */
  close(): void {
    this.#isClosed = true;
    for (const statement of this.#kept.values()) statement.finalize();
    this.#kept.clear();
  }

  /** Kept once it is sure to be good: what is asked of one that cannot be prepared is never answered. */
  #prepare(sql: string, answer: Answer): sqlite3.Statement {
    const statement: sqlite3.Statement = this.database.prepare(sql, (error: Error | null) => {
      if (error) answer.call(statement as sqlite3.RunResult, error);
      else if (this.#isClosed || this.#kept.has(sql)) statement.finalize();
      else this.#kept.set(sql, statement);
    });
    return statement;
  }
}
