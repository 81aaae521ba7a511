import type { ObjectLiteral } from 'typeorm';
import type { Db } from '../../database/db.js';
import { deleteStatements, storeStatements } from '../../database/rows.js';
import type { Statement } from '../../database/statement.js';
import type { JournalEntry } from './slot-journal.js';

/** Longest name of a cause that is sure to fit into a slot of the journal. */
export const MAX_CAUSE_NAME = 40;

/** A table whose rows the intent journal stores while the database cannot be written. A slot holds one row. */
export class JournalTable<T extends ObjectLiteral> {
  /**
   * @param name of the table in the journal's file
   * @param key the column that is its primary key
   */
  constructor(
    readonly name: string,
    readonly entity: new () => T,
    private readonly key: keyof T & string,
  ) {}

  /** An entry that inserts or replaces a row. */
  upsert(row: T): JournalEntry {
    return { table: this.name, key: String(row[this.key]), row };
  }

  /** An entry that deletes a row. */
  remove(key: string): JournalEntry {
    return { table: this.name, key, row: null };
  }

  /** The statements that apply the entries of this table. */
  statements(db: Pick<Db, 'tableOf'>, entries: readonly JournalEntry[]): Statement[] {
    const own = entries.filter(({ table }) => table === this.name);
    if (own.length === 0) return [];
    const rows = own.flatMap(({ row }) => row ?? []) as T[];
    const gone = own.filter(({ row }) => row === null).map(({ key }) => key);
    const table = db.tableOf(this.entity);
    return [...storeStatements(table, rows, this.key), ...deleteStatements(table.tableName, this.key, gone)];
  }

  /** The rows after the entries are applied. */
  withEntries(rows: readonly T[], entries: readonly JournalEntry[]): T[] {
    const byKey = new Map(rows.map((row) => [String(row[this.key]), row]));
    for (const { table, key, row } of entries) {
      if (table !== this.name) continue;
      if (row) byKey.set(key, row as T);
      else byKey.delete(key);
    }
    return [...byKey.values()];
  }
}
