import { expect, it } from '@jest/globals';
import { dataSourceOptions, openDatabase } from '../../database/data-source.js';
import { isOpen } from './open-events.js';

it('the open events of a PDU are found without reading what else an object has had', async () => {
  const source = await openDatabase(dataSourceOptions(':memory:', 'hub'));
  const plan = await source.query<{ detail: string }[]>(
    `EXPLAIN QUERY PLAN SELECT "e"."id" FROM "pdu_event" AS "e" WHERE ${isOpen('pdu_event')}`,
  );
  await source.destroy();
  const searches = plan.map(({ detail }) => detail).filter((detail) => detail.includes('later'));
  expect(searches).toHaveLength(3);
  for (const search of searches) {
    expect(search).toMatch(/^SEARCH later USING .*\(pdu=\? AND code=\? AND object=\?( AND event=\?)? AND id>\?\)$/);
  }
});
