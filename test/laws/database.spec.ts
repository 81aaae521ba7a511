import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions, openDatabase } from '../../src/database/data-source.js';
import { entitiesOf } from '../support/app/entities.js';
import { aPdu, type Pdu } from '../support/app/pdu.js';
import { sourceFiles } from '../support/source-files.js';

describe('the database', () => {
  let pdu: Pdu;
  beforeAll(async () => {
    pdu = await aPdu();
  });
  afterAll(() => pdu.stop());

  it('has by its migrations exactly the tables and columns of the entities', async () => {
    const source = await openDatabase({ ...dataSourceOptions(':memory:'), entities: entitiesOf(pdu.app) });
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
    await source.destroy();
  });

  it('has columns of numbers and bytes by the decorators of src/database/columns.ts only', () => {
    const named = /@\w*Column\(\s*(\{[^}]*type:\s*)?'(?!text'|boolean'|simple-json')/;
    const offenders = sourceFiles(join(import.meta.dirname, '../../src'), /\.ts$/).filter(({ text }) =>
      named.test(text),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('is empty when its migrations are reverted', async () => {
    const source = await new DataSource(dataSourceOptions(':memory:')).initialize();
    await source.runMigrations();
    const { length } = await source.query<object[]>('SELECT * FROM migrations');
    for (let undone = 0; undone < length; undone++) await source.undoLastMigration();
    const tables = await source.query<{ name: string }[]>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'migrations'`,
    );
    expect(tables).toEqual([]);
    await source.destroy();
  });
});
