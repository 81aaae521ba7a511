import sqlite3 from 'sqlite3';

export type Row = Record<string, unknown>;

/** A database file opened without TypeORM, to check, copy and repair it. */
export class SqliteFile {
  private constructor(private readonly database: sqlite3.Database) {}

  /** Opens a file; creates it only with `make`. Rejects when it is missing or not a database. */
  static async open(path: string, make = false): Promise<SqliteFile> {
    const mode = sqlite3.OPEN_READWRITE | (make ? sqlite3.OPEN_CREATE : 0);
    return new Promise((resolve, reject) => {
      const database = new sqlite3.Database(path, mode, (error) =>
        error ? reject(error) : resolve(new SqliteFile(database)),
      );
    });
  }

  all(sql: string, values: unknown[] = []): Promise<Row[]> {
    return new Promise((resolve, reject) =>
      this.database.all<Row>(sql, values, (error, rows) => (error ? reject(error) : resolve(rows))),
    );
  }

  /** Runs a statement and returns the number of changed rows. Rejects when the signal ends it. */
  async run(sql: string, values: unknown[] = [], signal?: AbortSignal): Promise<number> {
    signal?.throwIfAborted();
    const interrupt = (): void => this.database.interrupt();
    signal?.addEventListener('abort', interrupt);
    return new Promise<number>((resolve, reject) =>
      this.database.run(sql, values, function (error) {
        if (error) reject(error);
        else resolve(this.changes);
      }),
    ).finally(() => signal?.removeEventListener('abort', interrupt));
  }

  /** Runs `work` with another file attached under a name. */
  async with<T>(path: string, name: string, work: () => Promise<T>): Promise<T> {
    await this.run(`ATTACH ? AS "${name}"`, [path]);
    return work().finally(() => this.run(`DETACH "${name}"`).catch(() => 0));
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => this.database.close((error) => (error ? reject(error) : resolve())));
  }
}

/** Opens a file, works on it and always closes it. */
export async function withFile<T>(path: string, work: (file: SqliteFile) => Promise<T>, make = false): Promise<T> {
  const file = await SqliteFile.open(path, make);
  return work(file).finally(() => file.close());
}
