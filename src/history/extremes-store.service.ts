import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.service.js';
import { Db } from '../database/db.js';
import type { Cause } from '../kernel/cause.js';
import { Clock, type Millis } from '../kernel/clock.js';
import type { Extremes } from './extremes.js';
import { HistoryExtreme } from './history-extreme.entity.js';
import type { Thing, Things } from './things.js';

/** Keeps the extremes over a restart, and lets them begin anew. */
@Injectable()
export class ExtremesStore {
  readonly #since = new Map<string, Millis>();
  #extremes: Extremes | undefined;

  constructor(
    private readonly db: Db,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async load(things: Things, extremes: Extremes): Promise<void> {
    this.#extremes = extremes;
    for (const { thing: id, since, extremes: stored } of await this.db.all(HistoryExtreme)) {
      const thing = things.find(id);
      if (!thing) continue; // of another model
      this.#since.set(id, since);
      extremes.put(thing, stored);
    }
  }

  /** When the extremes of a thing began, wall clock. */
  sinceOf({ id }: Thing): Millis {
    const known = this.#since.get(id);
    if (known !== undefined) return known;
    const now = this.clock.now();
    this.#since.set(id, now);
    return now;
  }

  /** Inside a unit of work. */
  async store(entities: EntityManager, things: readonly Thing[]): Promise<void> {
    const rows = things.map((thing) => this.#row(thing));
    if (rows.length > 0) await entities.upsert(HistoryExtreme, rows, ['thing']);
  }

  /** Lets the extremes of these things begin anew; what they were is in the audit log. */
  async reset(things: readonly Thing[], cause: Cause): Promise<void> {
    const since = this.clock.now();
    await this.db.write(async (entities) => {
      const rows = things.map(({ id }) => ({ thing: id, since, extremes: {} }));
      await entities.upsert(HistoryExtreme, rows, ['thing']);
      const deeds = things.map((thing) => {
        const before = this.#extremes?.of(thing);
        return { kind: 'history.resetExtremes', object: `${thing.kind}:${thing.id}`, cause, before };
      });
      await this.audit.record(...deeds);
      this.db.afterCommit(() => things.forEach((thing) => this.#begin(thing, since)));
    });
  }

  /** Joins the running unit of work. */
  async forgetAll(): Promise<void> {
    await this.db.write(async (entities) => {
      await entities.clear(HistoryExtreme);
      this.db.afterCommit(() => this.#since.clear());
    });
  }

  #begin(thing: Thing, since: Millis): void {
    this.#since.set(thing.id, since);
    this.#extremes?.clear(thing);
  }

  #row(thing: Thing): HistoryExtreme {
    return { thing: thing.id, since: this.sinceOf(thing), extremes: this.#extremes?.of(thing) ?? {} };
  }
}
