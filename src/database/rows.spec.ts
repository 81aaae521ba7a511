import { describe, expect, it } from '@jest/globals';
import { storeStatements, type TableColumns } from './rows.js';

interface Row {
  readonly objectId: string;
  readonly value: number;
}

const table = {
  tableName: 'value',
  columns: [
    { propertyName: 'objectId', databaseName: 'object_id', type: 'text' },
    { propertyName: 'value', databaseName: 'value', type: 'real' },
  ],
} as unknown as TableColumns;

describe('ten thousand rows', () => {
  it('are put into a statement when it is taken, not all at once', () => {
    let read = 0;
    const row = (place: number): Row => ({
      objectId: String(place),
      get value() {
        read++;
        return place;
      },
    });
    const rows = Array.from({ length: 10_000 }, (_, place) => row(place));
    const statements = storeStatements<Row>(table, rows, 'objectId');
    const first = statements.next().value?.values.length ?? 0;
    expect([read, first]).toEqual([first / 2, 3000]);
    expect(first + [...statements].reduce((sum, { values }) => sum + values.length, 0)).toBe(20_000);
    expect(read).toBe(10_000);
  });

  it('replace those with the same key, whatever the column of the key is called', () => {
    const [statement] = storeStatements<Row>(table, [{ objectId: '1', value: 2 }], 'objectId');
    expect(statement?.sql).toBe(
      'INSERT INTO "value" ("object_id", "value") VALUES (?, ?) ON CONFLICT ("object_id") DO UPDATE SET "value" = excluded."value"',
    );
  });
});
