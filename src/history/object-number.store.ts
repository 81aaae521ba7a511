import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { HistoryObjectEntity } from './history.entity.js';

/** The numbers of objects in stored blocks. A number is assigned when first needed, and stored with the first block. */
@Injectable()
export class ObjectNumberStore {
  readonly #numbers = new Map<string, number>();
  #unstored: HistoryObjectEntity[] = [];
  #highest = 0;

  constructor(private readonly db: Db) {}

  async load(): Promise<void> {
    for (const { id, objectId } of await this.db.all(HistoryObjectEntity)) {
      this.#numbers.set(objectId, id);
      this.#highest = Math.max(this.#highest, id);
    }
  }

  of(objectId: string): number {
    const known = this.#numbers.get(objectId);
    if (known !== undefined) return known;
    const id = ++this.#highest;
    this.#numbers.set(objectId, id);
    this.#unstored.push({ id, objectId });
    return id;
  }

  get all(): number[] {
    return [...this.#numbers.values()];
  }

  /** Stores new numbers. Inside a transaction. */
  async store(entities: EntityManager): Promise<void> {
    const rows = new Set(this.#unstored);
    if (rows.size === 0) return;
    await storeRows(entities, HistoryObjectEntity, [...rows], 'id');
    this.db.afterCommit(() => (this.#unstored = this.#unstored.filter((row) => !rows.has(row))));
  }
}
