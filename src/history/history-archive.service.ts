import { Injectable, Logger } from '@nestjs/common';
import { Between, In, type EntityManager } from 'typeorm';
import { sumOf } from '../common/limits.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { quartersOf, replaceHour } from './down-sample.js';
import { HistoryBlockEntity, HistorySpanEntity, HistoryTailEntity } from './history.entity.js';
import { packTail, unpackTail, type Blocks, type SamplesByObject } from '../readings-format/tail.js';
import type { FreshMinutes } from './fresh-minutes.js';
import { Hour } from './hour.js';
import { measureColumns, packBlock, readMeasure, unpackBlock, type MeasureColumns } from '../readings-format/block.js';
import type { ObjectSamples, SampleReader, Samples } from '../readings-format/samples.js';
import {
  blockId,
  blockOfSpan,
  dayOf,
  hoursOf,
  isOf,
  MINUTES,
  QUARTERS,
  spanId,
  spanOfBlock,
  objectNumberOf,
  type Resolution,
} from './resolutions.js';
import { SpanIndex } from './span-index.js';
import { isIndexed, spansOfBlocks } from './span-repair.js';
import { ObjectNumberStore } from './object-number.store.js';

/** The limits of the stored history. A class, so that a test can replace it. */
export class HistoryLimits {
  /** Size of the packed samples, without the overhead of the database (some 10 %). */
  readonly bytes: number = 256 * 1024 * 1024;
}

/** The number of blocks that are read together where there may be ten thousand. */
const ROWS_AT_ONCE = 500;
/** The most blocks that are written in one transaction: a switching command waits until it ends. */
const BLOCKS_AT_ONCE = 1000;
/** The data of a tail that marks an hour of which some blocks are written, and not all yet. */
const NOTHING = Buffer.alloc(0);

/** The part of the history that is in the database. */
@Injectable()
export class HistoryArchiveService {
  readonly spans = new SpanIndex();
  readonly #logger = new Logger('History');

  constructor(
    private readonly db: Db,
    private readonly numbers: ObjectNumberStore,
    private readonly limits: HistoryLimits,
  ) {}

  /** The stored minutes of hours without a block, one hour at a time because they are large when unpacked. */
  async *load(): AsyncGenerator<{ readonly hour: number; readonly objects: SamplesByObject }> {
    await this.numbers.load();
    for (const { id, bytes } of await this.db.all(HistorySpanEntity)) this.spans.set(id, bytes);
    const isClean = await this.#forgetUnfinished();
    if (isClean && !(await isIndexed(this.db.read, this.spans))) await this.#index();
    for (const { hour, data } of await this.db.all(HistoryTailEntity)) {
      const objects = this.#readable(() => unpackTail(data));
      if (objects) yield { hour, objects };
    }
  }

  /** Writes a few minutes of an incomplete hour. Inside a transaction. */
  async writeTail(entities: EntityManager, { hour }: FreshMinutes, blocks: Blocks): Promise<void> {
    await entities.insert(HistoryTailEntity, { hour, data: packTail(blocks) });
  }

  /**
   * Writes most blocks of an hour before {@link writeHours} adds it to the index, in short transactions. Nobody reads them
   * until then, and a start after a crash deletes them. Answers the blocks that are left: all of an hour that has blocks
   * already, which are read.
   * @param isWanted false once the history was deleted meanwhile
   */
  async writeFirstBlocks({ number }: Hour, blocks: Blocks, isWanted: () => boolean): Promise<Blocks> {
    if (blocks.size <= BLOCKS_AT_ONCE || this.spans.get(MINUTES, number) !== undefined) return blocks;
    return this.#writeInParts(MINUTES, number, blocks, isWanted, (entities) =>
      entities.insert(HistoryTailEntity, { hour: number, data: NOTHING }),
    );
  }

  /**
   * The blocks of an hour. One that already has blocks was measured a second time, because the clock was set back: it is
   * merged with them. Outside a transaction, which would wait for ten thousand of them; only the writer changes them.
   */
  async packed(hour: Hour): Promise<Blocks> {
    const { number, objects } = hour;
    if (this.spans.get(MINUTES, number) === undefined) return hour.blocks();
    const joined = new Hour(number);
    const [first, last] = blocksOf(MINUTES, number);
    for (let from = first; from <= last;) {
      const rows = await this.#rowsBetween(from, last);
      await joined.addAll(this.#unpackedRows(rows));
      from = (rows.at(-1)?.id ?? last) + 1;
    }
    await joined.addAll(objects); // a copy: if the hour cannot be written, that in memory is unchanged
    return joined.blocks();
  }

  /**
   * Writes hours as blocks, and removes the oldest beyond the limits. Inside a transaction.
   * @param packed the blocks of each hour, see {@link packed}
   * @param left those of them that {@link writeFirstBlocks} has not written
   */
  async writeHours(
    entities: EntityManager,
    packed: ReadonlyMap<Hour, Blocks>,
    left: ReadonlyMap<Hour, Blocks>,
  ): Promise<void> {
    const weights = new Map<number, number>();
    const hours = [...packed.keys()];
    for (const [hour, blocks] of packed) {
      const written = await this.#writeSpan(entities, MINUTES, hour.number, blocks, left.get(hour));
      weights.set(spanId(MINUTES, hour.number), written);
      await entities.delete(HistoryTailEntity, { hour: hour.number });
    }
    await this.#take(entities, weights);
    await this.#unroll(entities, [...new Set(hours.map(({ number }) => dayOf(number)))]);
  }

  /** Past days without quarters, or with quarters that are older than their minutes. */
  unrolledDays(today: number): number[] {
    const days = new Set(this.spans.of(MINUTES).map(dayOf));
    return [...days].filter((day) => day !== today && this.spans.get(QUARTERS, day) === undefined);
  }

  /** Makes the quarters of a day from its minutes. The quarters of hours without minutes stay. */
  async rollUp(day: number): Promise<void> {
    const hours = hoursOf(day).filter((hour) => this.spans.get(MINUTES, hour) !== undefined);
    const blocks = new Map<number, Buffer>();
    for (const number of this.numbers.all) {
      const rolled = await this.#rolled(day, hours, number); // one object at a time: nothing waits for the whole day
      if (rolled.size > 0) blocks.set(number, packBlock(rolled, QUARTERS.slots));
    }
    const isWanted = (): boolean => hours.some((hour) => this.spans.get(MINUTES, hour) !== undefined);
    // Nobody reads them until the day is in the index: it has its quarters from the minutes again where this is cut off.
    const left = await this.#writeInParts(QUARTERS, day, blocks, isWanted);
    await this.db.transaction(async (entities) => {
      if (!isWanted()) return; // deleted meanwhile
      const bytes = await this.#writeSpan(entities, QUARTERS, day, blocks, left);
      await this.#take(entities, new Map([[spanId(QUARTERS, day), bytes]]));
    });
  }

  /** Blocks of one object, by the number of the span. Inside or outside a transaction. */
  async blocks(
    resolution: Resolution,
    numbers: readonly number[],
    object: number,
  ): Promise<Map<number, HistoryBlockEntity>> {
    const rows = await this.rows(numbers.map((number) => blockId(resolution, number, object)));
    return new Map(rows.map((row) => [blockOfSpan(spanOfBlock(row.id)), row]));
  }

  /** The blocks with these ids that are stored, in the order of their ids. Inside or outside a transaction. */
  async rows(ids: readonly number[]): Promise<HistoryBlockEntity[]> {
    if (ids.length === 0) return [];
    return this.db.read.query<HistoryBlockEntity[]>(
      `SELECT "id", "data" FROM "history_block" WHERE "id" IN (${ids.join(', ')}) ORDER BY "id"`,
    );
  }

  /** The samples of a block; none, with a line in the log, if it is damaged. */
  unpacked({ id, data }: HistoryBlockEntity): ObjectSamples {
    return this.#readable(() => unpackBlock(data), id) ?? new Map<number, Samples>();
  }

  /** Calls back for each slot of a block with readings of one measure; if it is damaged, a line in the log is all. */
  each({ id, data }: HistoryBlockEntity, measure: number, read: SampleReader): void {
    this.#readable(() => readMeasure(data, measure, read), id);
  }

  /**
   * The readings of one measure in a block, valid until the next block is read; undefined if it has none, and, with a line
   * in the log, if it is damaged.
   */
  columns({ id, data }: HistoryBlockEntity, measure: number): MeasureColumns | undefined {
    return this.#readable(() => measureColumns(data, measure), id);
  }

  /** Deletes all samples. Joins the running transaction. */
  async deleteAll(): Promise<void> {
    await this.db.transaction(async (entities) => {
      for (const table of [HistoryBlockEntity, HistorySpanEntity, HistoryTailEntity]) await entities.clear(table);
      this.db.afterCommit(() => this.spans.clear());
    });
  }

  /** Rebuilds the index if a repair of the database has lost entries. */
  async #index(): Promise<void> {
    const found = await spansOfBlocks(this.db.read);
    this.spans.clear();
    for (const { id, bytes } of found) this.spans.set(id, bytes);
    await this.db.transaction(async (entities) => {
      await entities.clear(HistorySpanEntity);
      await storeRows(entities, HistorySpanEntity, found, 'id');
    });
    this.#logger.log(`The index of the history was rebuilt: ${found.length} hours and days.`);
  }

  async #rolled(day: number, hours: readonly number[], object: number): Promise<ObjectSamples> {
    const minutes = await this.blocks(MINUTES, hours, object);
    const before = (await this.blocks(QUARTERS, [day], object)).get(day);
    const rolled: ObjectSamples = before ? this.unpacked(before) : new Map<number, Samples>();
    for (const [hour, row] of minutes) replaceHour(rolled, hour, quartersOf(hour, this.unpacked(row)));
    return rolled;
  }

  /** The first few blocks with these ids: as many as do not hold up what else runs. */
  #rowsBetween(first: number, last: number): Promise<HistoryBlockEntity[]> {
    return this.db.read.query<HistoryBlockEntity[]>(
      `SELECT "id", "data" FROM "history_block" WHERE "id" BETWEEN ${first} AND ${last} ORDER BY "id" LIMIT ${ROWS_AT_ONCE}`,
    );
  }

  *#unpackedRows(rows: readonly HistoryBlockEntity[]): Generator<[number, ObjectSamples]> {
    for (const row of rows) yield [objectNumberOf(row.id), this.unpacked(row)];
  }

  /** Writes blocks in short transactions while more are left than one may have; answers those. */
  async #writeInParts(
    resolution: Resolution,
    number: number,
    blocks: Blocks,
    isWanted: () => boolean,
    begin: (entities: EntityManager) => Promise<unknown> = async () => undefined,
  ): Promise<Blocks> {
    const left = [...blocks];
    for (let isFirst = true; left.length > BLOCKS_AT_ONCE; isFirst = false) {
      const some = left.splice(0, BLOCKS_AT_ONCE);
      await this.db.transaction(async (entities) => {
        if (!isWanted()) return;
        if (isFirst) await begin(entities);
        await storeRows(entities, HistoryBlockEntity, rowsOf(resolution, number, some), 'id');
      });
    }
    return new Map(left);
  }

  /**
   * Deletes the blocks of hours of which a crash has left a part; the minutes in their tails are written again. False
   * while the database cannot be written: they are written over later.
   */
  async #forgetUnfinished(): Promise<boolean> {
    const marks = await this.db.read.query<{ hour: number }[]>(
      'SELECT DISTINCT "hour" FROM "history_tail" WHERE length("data") = 0',
    );
    if (marks.length === 0) return true;
    const deleting = this.db.transaction(async (entities) => {
      for (const { hour } of marks) {
        if (this.spans.get(MINUTES, hour) !== undefined) continue;
        await entities.delete(HistoryBlockEntity, { id: Between(...blocksOf(MINUTES, hour)) });
      }
      await entities.query('DELETE FROM "history_tail" WHERE length("data") = 0');
    });
    return deleting.then(
      () => true,
      () => false,
    );
  }

  /**
   * Adds a span to the index and returns the size of its blocks.
   * @param left those of its blocks that are not written yet
   */
  async #writeSpan(
    entities: EntityManager,
    resolution: Resolution,
    number: number,
    blocks: Blocks,
    left = blocks,
  ): Promise<number> {
    const bytes = sumOf(blocks.values(), ({ length }) => length);
    if (left.size > 0) await storeRows(entities, HistoryBlockEntity, rowsOf(resolution, number, left), 'id');
    await storeRows(entities, HistorySpanEntity, [{ id: spanId(resolution, number), bytes }], 'id');
    return bytes;
  }

  /** Marks the quarters of these days as out of date. Their blocks stay, for the hours without minutes. */
  async #unroll(entities: EntityManager, days: readonly number[]): Promise<void> {
    const ids = days.filter((day) => this.spans.get(QUARTERS, day) !== undefined).map((day) => spanId(QUARTERS, day));
    if (ids.length === 0) return;
    await entities.delete(HistorySpanEntity, { id: In(ids) });
    this.db.afterCommit(() => ids.forEach((id) => this.spans.delete(id)));
  }

  /** Adds the written spans to the index, and removes the oldest beyond the limits. */
  async #take(entities: EntityManager, weights: ReadonlyMap<number, number>): Promise<void> {
    const gone = this.spans.with(weights).beyond(this.limits.bytes);
    for (const id of gone) {
      const number = blockOfSpan(id);
      const resolution = isOf(MINUTES, id) ? MINUTES : QUARTERS;
      await entities.delete(HistoryBlockEntity, { id: Between(...blocksOf(resolution, number)) });
    }
    if (gone.length > 0) await entities.delete(HistorySpanEntity, { id: In(gone) });
    this.db.afterCommit(() => {
      for (const [id, bytes] of weights) this.spans.set(id, bytes);
      for (const id of gone) this.spans.delete(id);
    });
  }

  #readable<T>(read: () => T, id?: number): T | undefined {
    try {
      return read();
    } catch (error) {
      this.#logger.warn(`Samples ${id ?? 'of the last hour'} cannot be read: ${(error as Error).message}`);
      return undefined;
    }
  }
}

const rowsOf = (
  resolution: Resolution,
  number: number,
  blocks: Iterable<readonly [number, Buffer]>,
): HistoryBlockEntity[] => Array.from(blocks, ([object, data]) => ({ id: blockId(resolution, number, object), data }));

/** The ids of the first and the last possible block of a span. */
const blocksOf = (resolution: Resolution, number: number): [first: number, last: number] => [
  blockId(resolution, number, 0),
  blockId(resolution, number + 1, 0) - 1,
];
