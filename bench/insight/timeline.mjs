import { DataSource } from 'typeorm';
import { AuditEntryEntity } from '../../dist/audit/audit-entry.entity.js';
import { EntryReader } from '../../dist/audit/entry-reader.js';
import { EntryRights } from '../../dist/audit/entry-rights.js';
import { dataSourceOptions } from '../../dist/database/data-source.js';
import { Db } from '../../dist/database/db.js';
import { print, temporaryFolder } from '../support.mjs';

const ENTRIES = 500_000;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** Time of a page of 100 entries of the timeline with its causes, from a log of 500,000 entries. */
export async function benchTimeline() {
  const source = await new DataSource({
    ...dataSourceOptions(temporaryFolder()),
    entities: [AuditEntryEntity],
  }).initialize();
  await source.runMigrations();
  await source.query(`INSERT INTO "audit_entry" ("at", "kind", "object", "name", "via", "who", "before", "after", "result", "cause")
    WITH RECURSIVE "n" ("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${ENTRIES})
    SELECT ${START} + "i" * ${MINUTE}, CASE "i" % 50 WHEN 0 THEN 'event.trigger' WHEN 1 THEN 'settings.change' ELSE 'outlet.switch' END,
      CASE "i" % 50 WHEN 0 THEN 'event:3' WHEN 1 THEN 'settings:power' ELSE 'outlet:' || ("i" % 48 + 1) || '-1200578' END,
      'Storage head', 'action', 'Bank 1 nearly full', '{"state":"ON"}', '{"state":"OFF"}', 'ok',
      CASE WHEN "i" % 50 > 1 THEN "i" - "i" % 50 END FROM "n" ORDER BY "i"`);
  const reader = new EntryReader(new Db(source), new EntryRights());
  const middle = START + (ENTRIES / 2) * MINUTE;
  const queries = [
    ['newest of everything', {}],
    ['of an outlet', { object: 'outlet:7-1200578' }],
    ['of two kinds', { kinds: ['settings.', 'event.trigger'] }],
    ['of an outlet, far back', { object: 'outlet:7-1200578', below: 1000 }],
    ['of a day in the middle', { earliest: middle, latest: middle + 1440 * MINUTE }],
    ['up to the middle', { latest: middle }],
  ];
  for (const [name, query] of queries) {
    const times = [];
    for (let round = 0; round < 21; round++) {
      const begin = performance.now();
      const { entries } = await reader.page(query, 100);
      await reader.chains(entries);
      times.push(performance.now() - begin);
    }
    const median = times.sort((a, b) => a - b)[10];
    print(`100 entries ${name}, of ${ENTRIES}`, `${median.toFixed(1)} ms`, 'aim < 20 ms');
  }
  await source.destroy();
}
