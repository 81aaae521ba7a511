import { Injectable, Logger } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { Clock, type Millis } from '../../common/clock.js';
import { errorMessage } from '../../common/text.js';
import { Db } from '../../database/db.js';
import { storeRows } from '../../database/rows.js';
import { FleetNumberEntity } from '../fleet-number.entity.js';
import { FleetEventEntity, type FleetEvent } from './fleet-event.entity.js';
import { RaisedEventEntity } from './raised-event.entity.js';
import type { RaisedEvents } from './raised-events.js';

/** An event with its number, and when it happened: by the wall clock, and by the uptime of its run. */
export interface WaitingEvent {
  readonly number: number;
  readonly run: number;
  readonly at: Millis;
  readonly uptime: Millis;
  readonly content: FleetEvent;
}

/** The most events that wait for a hub; the oldest are dropped first. */
export const MAX_WAITING = 1000;
/** Delay between attempts while the database cannot be written. */
const RETRY_DELAY: Millis = 60_000;

/**
 * The events that the hub has not stored yet, and what is open there once it has: in memory, and in the database for the
 * next start.
 */
@Injectable()
export class EventOutbox {
  readonly #logger = new Logger('FleetLink');
  readonly #readyListeners: (() => void)[] = [];
  /** Those that are open at the hub once it has stored all that wait. */
  #raised: RaisedEvents | undefined;
  #waiting: WaitingEvent[] = [];
  #newest = 0;
  /** Numbers of events: up to these, they are in the database, and deleted from it. */
  #written = 0;
  #deletable = 0;
  #deleted = 0;
  #writing: Promise<void> | undefined;
  #notBefore: Millis = -Infinity;
  #hasFailed = false;
  #dropped = 0;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** @param raised what is open at the hub, which is loaded and written together with the events */
  async load(raised?: RaisedEvents): Promise<void> {
    const rows = await this.db.all(FleetEventEntity);
    const [number] = (await this.db.all(FleetNumberEntity)).filter(({ name }) => name === 'event');
    this.#waiting = rows.sort((a, b) => a.number - b.number);
    this.#newest = Math.max(number?.value ?? 0, this.#waiting.at(-1)?.number ?? 0);
    this.#written = this.#newest;
    raised?.load(await this.db.all(RaisedEventEntity));
    this.#raised = raised;
  }

  /** The number of the newest event; 0 without one. */
  get newest(): number {
    return this.#newest;
  }

  /** The events that wait, oldest first. */
  get waiting(): readonly WaitingEvent[] {
    return this.#waiting;
  }

  /**
   * Those of them that may be sent. They are durable: after a stop that has forgotten one, nothing would end it at the hub. All
   * may be while nothing can be written.
   */
  get ready(): readonly WaitingEvent[] {
    const count = this.#hasFailed ? -1 : this.#waiting.findIndex(({ number }) => number > this.#written);
    return count < 0 ? this.#waiting : this.#waiting.slice(0, count);
  }

  /** Calls the listener when more may be sent. */
  onReady(listener: () => void): void {
    this.#readyListeners.push(listener);
  }

  /** True while another event would take the place of the oldest. */
  get isFull(): boolean {
    return this.#waiting.length >= MAX_WAITING;
  }

  /** The number of events that were dropped since the start, because too many waited. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds an event; it is durable soon after. */
  add(content: FleetEvent, run: number): void {
    const at = this.clock.now();
    // Never below the wall clock: a database that was restored from a backup would otherwise give a number again.
    this.#newest = Math.max(this.#newest + 1, at);
    this.#waiting.push({ number: this.#newest, run, at, uptime: Math.floor(this.clock.uptime()), content });
    this.#raised?.onAdd(content);
    if (this.#waiting.length > MAX_WAITING) this.#drop();
  }

  /** The hub has stored the events up to this number. */
  confirm(number: number): void {
    const count = this.#waiting.findIndex((event) => event.number > number);
    const [last] = this.#waiting.splice(0, count < 0 ? this.#waiting.length : count).slice(-1);
    if (last) this.#deletable = Math.max(this.#deletable, last.number);
  }

  /** Begins to write what has changed. Called once a second. */
  onTick(uptime: Millis): void {
    const isDue = this.#written < this.#newest || this.#deleted < this.#deletable || this.#raised?.isUnsaved;
    if (!isDue || this.#writing || uptime < this.#notBefore) return;
    this.#writing = this.#write(uptime).finally(() => (this.#writing = undefined));
  }

  /** Resolves when what has changed is durable, or could not be written. */
  async flush(): Promise<void> {
    await this.#writing;
    this.onTick(Infinity);
    await this.#writing;
  }

  /** Forgets all events. Joins the running transaction. */
  async deleteAll(): Promise<void> {
    const newest = this.#newest;
    await this.db.transaction(async (entities) => {
      await entities.clear(FleetEventEntity);
      await entities.clear(RaisedEventEntity);
      if (newest > this.#written) await this.#storeNumber(entities, newest);
      this.db.afterCommit(() => {
        this.#waiting = this.#waiting.filter(({ number }) => number > newest);
        this.#written = Math.max(this.#written, newest);
        this.#raised?.begin('', this.#waiting);
      });
    });
  }

  #drop(): void {
    const dropped = this.#waiting.shift();
    if (this.#dropped++ === 0) {
      this.#logger.warn(`More than ${MAX_WAITING} events wait for the hub: the oldest are dropped.`);
    }
    if (!dropped) return;
    this.#raised?.onDrop(dropped.content);
    this.#deletable = Math.max(this.#deletable, dropped.number);
  }

  async #storeNumber(entities: EntityManager, newest: number): Promise<void> {
    await storeRows(entities, FleetNumberEntity, [{ name: 'event', value: newest }], 'name');
  }

  async #write(uptime: Millis): Promise<void> {
    const [newest, deletable] = [this.#newest, this.#deletable];
    const fresh = this.#waiting.filter(({ number }) => number > this.#written);
    const raised = this.#raised;
    const change = raised?.takeUnsaved();
    try {
      await this.db.transaction(async (entities) => {
        if (fresh.length > 0) await storeRows(entities, FleetEventEntity, fresh, 'number');
        await this.#storeNumber(entities, newest);
        if (deletable > this.#deleted) await entities.delete(FleetEventEntity, { number: LessThanOrEqual(deletable) });
        if (change) await raised?.store(entities, change);
      });
      this.#written = Math.max(this.#written, newest);
      this.#deleted = deletable;
      this.#hasFailed = false;
    } catch (error) {
      if (change) raised?.giveBack(change);
      this.#hasFailed = true;
      this.#notBefore = uptime + RETRY_DELAY;
      this.#logger.warn(`The events for the hub cannot be written now: ${errorMessage(error)}`);
    }
    for (const listener of this.#readyListeners) listener();
  }
}
