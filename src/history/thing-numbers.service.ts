import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { HistoryThing } from './history-thing.entity.js';

/** The numbers that stand for things in stored blocks. One is given when it is first asked for, and stored with the first block. */
@Injectable()
export class ThingNumbers {
  readonly #numbers = new Map<string, number>();
  #unstored: HistoryThing[] = [];
  #highest = 0;

  constructor(private readonly db: Db) {}

  async load(): Promise<void> {
    for (const { id, thing } of await this.db.all(HistoryThing)) {
      this.#numbers.set(thing, id);
      this.#highest = Math.max(this.#highest, id);
    }
  }

  of(thing: string): number {
    const known = this.#numbers.get(thing);
    if (known !== undefined) return known;
    const id = ++this.#highest;
    this.#numbers.set(thing, id);
    this.#unstored.push({ id, thing });
    return id;
  }

  get all(): number[] {
    return [...this.#numbers.values()];
  }

  /** Makes the numbers durable that are new. Inside a unit of work. */
  async store(entities: EntityManager): Promise<void> {
    const rows = this.#unstored;
    if (rows.length === 0) return;
    await storeRows(entities, HistoryThing, rows, 'id');
    this.db.afterCommit(() => (this.#unstored = this.#unstored.filter((row) => !rows.includes(row))));
  }
}
