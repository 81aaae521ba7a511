import { Injectable, Logger } from '@nestjs/common';
import { Between, In, type EntityManager } from 'typeorm';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { quartersOf, replaceHour } from './down-sample.js';
import { HistoryBlock } from './history-block.entity.js';
import { HistoryLimits } from './history-limits.js';
import { HistorySpan } from './history-span.entity.js';
import { HistoryTail } from './history-tail.entity.js';
import { Hour } from './hour.js';
import { packBlock, unpackBlock } from './packing/block.js';
import type { Samples, ThingSamples } from './packing/samples.js';
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
  thingOf,
  type Resolution,
} from './resolutions.js';
import { SpanIndex } from './span-index.js';
import { isIndexed, spansOfBlocks } from './span-repair.js';
import { ThingNumbers } from './thing-numbers.service.js';

/** The part of the history that is in the database. */
@Injectable()
export class HistoryArchive {
  readonly spans = new SpanIndex();
  readonly #logger = new Logger('History');

  constructor(
    private readonly db: Db,
    private readonly numbers: ThingNumbers,
    private readonly limits: HistoryLimits,
  ) {}

  /** What an earlier run has left: minutes of hours that have no block yet. One at a time: unpacked they are large. */
  async *load(): AsyncGenerator<Hour> {
    await this.numbers.load();
    for (const { id, bytes } of await this.db.all(HistorySpan)) this.spans.set(id, bytes);
    if (!(await isIndexed(this.db.read, this.spans))) await this.#index();
    for (const { hour, data } of await this.db.all(HistoryTail)) {
      const left = this.#readable(() => Hour.unpacked(hour, data));
      if (left) yield left;
    }
  }

  /** Writes a few minutes until their hour is complete. Inside a unit of work. */
  async writeTail(entities: EntityManager, tail: Hour): Promise<void> {
    await entities.insert(HistoryTail, { hour: tail.number, data: tail.packed() });
  }

  /**
   * Writes hours as blocks, and lets go of the oldest that are more than is kept. An hour that has blocks already was
   * measured a second time, because the clock was set back: it joins them. Inside a unit of work.
   */
  async writeHours(entities: EntityManager, hours: readonly Hour[]): Promise<void> {
    const weights = new Map<number, number>();
    for (const hour of hours) {
      const things = await this.#joined(entities, hour);
      weights.set(spanId(MINUTES, hour.number), await this.#writeSpan(entities, MINUTES, hour.number, things));
      await entities.delete(HistoryTail, { hour: hour.number });
    }
    await this.#take(entities, weights);
    await this.#unroll(entities, [...new Set(hours.map(({ number }) => dayOf(number)))]);
  }

  /** Days that are over and whose quarters are not made, or older than their minutes. */
  unrolledDays(today: number): number[] {
    const days = new Set(this.spans.of(MINUTES).map(dayOf));
    return [...days].filter((day) => day !== today && this.spans.get(QUARTERS, day) === undefined);
  }

  /** Makes the quarters of a day from its minutes. What it has of hours whose minutes are gone stays. */
  async rollUp(day: number): Promise<void> {
    const hours = hoursOf(day).filter((hour) => this.spans.get(MINUTES, hour) !== undefined);
    const things = new Map<number, ThingSamples>();
    for (const number of this.numbers.all) {
      const rolled = await this.#rolled(day, hours, number); // a thing at a time: nobody waits for the whole day
      if (rolled.size > 0) things.set(number, rolled);
    }
    await this.db.write(async (entities) => {
      if (!hours.some((hour) => this.spans.get(MINUTES, hour) !== undefined)) return; // all was forgotten meanwhile
      const bytes = await this.#writeSpan(entities, QUARTERS, day, things);
      await this.#take(entities, new Map([[spanId(QUARTERS, day), bytes]]));
    });
  }

  /** Blocks of one thing, by the number of the stretch. Inside or outside a unit of work. */
  async blocks(resolution: Resolution, numbers: readonly number[], thing: number): Promise<Map<number, HistoryBlock>> {
    if (numbers.length === 0) return new Map();
    const ids = numbers.map((number) => blockId(resolution, number, thing));
    const rows = await this.db.read.query<HistoryBlock[]>(
      `SELECT "id", "data" FROM "history_block" WHERE "id" IN (${ids.join(', ')})`,
    );
    return new Map(rows.map((row) => [blockOfSpan(spanOfBlock(row.id)), row]));
  }

  /** The samples of a block; none, and a line in the log, if it is damaged. */
  unpacked({ id, data }: HistoryBlock, measure?: number): ThingSamples {
    return this.#readable(() => unpackBlock(data, measure), id) ?? new Map<number, Samples>();
  }

  /** Forgets all samples. Joins the running unit of work. */
  async forgetAll(): Promise<void> {
    await this.db.write(async (entities) => {
      for (const table of [HistoryBlock, HistorySpan, HistoryTail]) await entities.clear(table);
      this.db.afterCommit(() => this.spans.clear());
    });
  }

  /** After a repair of the database: what it has lost of the index is made anew. */
  async #index(): Promise<void> {
    const found = await spansOfBlocks(this.db.read);
    this.spans.clear();
    for (const { id, bytes } of found) this.spans.set(id, bytes);
    await this.db.write(async (entities) => {
      await entities.clear(HistorySpan);
      await storeRows(entities, HistorySpan, found, 'id');
    });
    this.#logger.log(`The index of the history was made anew: ${found.length} hours and days.`);
  }

  async #rolled(day: number, hours: readonly number[], thing: number): Promise<ThingSamples> {
    const minutes = await this.blocks(MINUTES, hours, thing);
    const before = (await this.blocks(QUARTERS, [day], thing)).get(day);
    const rolled: ThingSamples = before ? this.unpacked(before) : new Map<number, Samples>();
    for (const [hour, row] of minutes) replaceHour(rolled, hour, quartersOf(hour, this.unpacked(row)));
    return rolled;
  }

  async #joined(entities: EntityManager, { number, things }: Hour): Promise<ReadonlyMap<number, ThingSamples>> {
    if (this.spans.get(MINUTES, number) === undefined) return things;
    const rows = await entities.findBy(HistoryBlock, { id: Between(...blocksOf(MINUTES, number)) });
    const joined = new Hour(number);
    joined.addAll(new Map(rows.map((row) => [thingOf(row.id), this.unpacked(row)])));
    joined.addAll(things); // a copy: if this unit fails, the hour in memory is as it was
    return joined.things;
  }

  /** Answers what the blocks weigh. */
  async #writeSpan(
    entities: EntityManager,
    resolution: Resolution,
    number: number,
    things: ReadonlyMap<number, ThingSamples>,
  ): Promise<number> {
    const blocks = [...things].map(([thing, samples]) => {
      return { id: blockId(resolution, number, thing), data: packBlock(samples, resolution.slots) };
    });
    const bytes = blocks.reduce((sum, { data }) => sum + data.length, 0);
    if (blocks.length > 0) await storeRows(entities, HistoryBlock, blocks, 'id');
    await storeRows(entities, HistorySpan, [{ id: spanId(resolution, number), bytes }], 'id');
    return bytes;
  }

  /** The quarters of these days are out of date. Their blocks stay, for the hours whose minutes are gone. */
  async #unroll(entities: EntityManager, days: readonly number[]): Promise<void> {
    const ids = days.filter((day) => this.spans.get(QUARTERS, day) !== undefined).map((day) => spanId(QUARTERS, day));
    if (ids.length === 0) return;
    await entities.delete(HistorySpan, { id: In(ids) });
    this.db.afterCommit(() => ids.forEach((id) => this.spans.delete(id)));
  }

  /** Takes what was written into the index, and lets go of what is too much now. */
  async #take(entities: EntityManager, weights: ReadonlyMap<number, number>): Promise<void> {
    const gone = this.spans.with(weights).beyond(this.limits.bytes);
    for (const id of gone) {
      const number = blockOfSpan(id);
      const resolution = isOf(MINUTES, id) ? MINUTES : QUARTERS;
      await entities.delete(HistoryBlock, { id: Between(...blocksOf(resolution, number)) });
    }
    if (gone.length > 0) await entities.delete(HistorySpan, { id: In(gone) });
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

/** The ids of the first and the last block that a stretch can have. */
const blocksOf = (resolution: Resolution, number: number): [first: number, last: number] => [
  blockId(resolution, number, 0),
  blockId(resolution, number + 1, 0) - 1,
];
