import type { EntityManager } from 'typeorm';
import type { HistorySpanEntity } from './history.entity.js';
import { blockId, blockOfSpan, dayOf, isOf, MINUTES, QUARTERS, spanOfBlock, type Resolution } from './resolutions.js';
import type { SpanIndex } from './span-index.js';

/** False if blocks are known to be missing in the index, after the recovery of a damaged database. */
export async function isIndexed(entities: EntityManager, spans: SpanIndex): Promise<boolean> {
  const edges = [await edge(entities, 'min', MINUTES), await edge(entities, 'max', MINUTES)];
  // The newest day may have quarters that are out of date.
  edges.push(await edge(entities, 'min', QUARTERS));
  return edges.every((id) => id === null || spans.has(spanOfBlock(id)));
}

/** Every hour with blocks, and the days of which only quarters are left; the quarters of other days are made again. */
export async function spansOfBlocks(entities: EntityManager): Promise<HistorySpanEntity[]> {
  const rows = await entities.query<HistorySpanEntity[]>(
    'SELECT "id" >> 16 AS "id", sum(length("data")) AS "bytes" FROM "history_block" GROUP BY 1 ORDER BY 1',
  );
  const isHour = ({ id }: HistorySpanEntity): boolean => isOf(MINUTES, id);
  const days = new Set(rows.filter(isHour).map(({ id }) => dayOf(blockOfSpan(id))));
  return rows.filter((row) => isHour(row) || !days.has(blockOfSpan(row.id)));
}

async function edge(entities: EntityManager, which: 'min' | 'max', resolution: Resolution): Promise<number | null> {
  const from = blockId(resolution, 0, 0);
  const to = blockId({ ...resolution, code: resolution.code + 1 }, 0, 0);
  const [row] = await entities.query<[{ id: number | null }]>(
    `SELECT ${which}("id") AS "id" FROM "history_block" WHERE "id" >= ? AND "id" < ?`,
    [from, to],
  );
  return row.id;
}
