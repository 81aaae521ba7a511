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

/** Everything that lasts at this PDU has been sent again. */
const COMPARED: FleetEvent = {
  ...{ code: 'EVENTS_COMPARED', object: 'controller' },
  text: 'What is open here was compared with what is open at the hub, after one of them had lost events.',
  ...{ value: null, limit: null, severity: 'info', raised: false },
};

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
/** Numbers are ahead of the wall clock for so long at most, after many events in one moment. */
const AHEAD: Millis = 60_000;
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
  /** The number of the newest event that the hub has confirmed; undefined while that is not known. */
  #confirmed: number | undefined;
  /** The number up to which the hub may have events as open that have ended; 0 where it has none. As it is, and as it is written. */
  #doubted = 0;
  #doubtWritten = 0;
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
    const numbers = new Map((await this.db.all(FleetNumberEntity)).map(({ name, value }) => [name, value]));
    this.#waiting = rows.sort((a, b) => a.number - b.number);
    this.#newest = Math.max(numbers.get('event') ?? 0, this.#waiting.at(-1)?.number ?? 0);
    this.#written = this.#newest;
    // A release before has not stored it; where nothing waits, all was confirmed.
    this.#confirmed = numbers.get('confirmed') ?? (this.#waiting.length === 0 ? this.#newest : undefined);
    this.#doubted = this.#doubtWritten = numbers.get('doubted') ?? 0;
    raised?.load(await this.db.all(RaisedEventEntity));
    this.#raised = raised;
  }

  /** The number of the newest event; 0 without one. */
  get newest(): number {
    return this.#newest;
  }

  /** The number of the newest event that the hub has confirmed; undefined while that is not known. */
  get confirmed(): number | undefined {
    return this.#confirmed;
  }

  /** True from the moment at which the hub lacks what it had until {@link endDoubt}. */
  get isDoubted(): boolean {
    return this.#doubted > 0;
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
    if (!last) return;
    this.#deletable = Math.max(this.#deletable, last.number);
    this.#confirmed = Math.max(this.#confirmed ?? 0, last.number);
  }

  /**
   * The newest event that the hub has is this one, and not the one that it has confirmed last: the hub or this controller was
   * restored from a backup, so neither knows what is open at the other. 0: it has none.
   */
  onHubHas(number: number): void {
    const { confirmed } = this;
    if (confirmed === undefined || number === confirmed || this.#doubted > 0) return;
    if (this.#waiting.some((event) => event.number === number || event.content.closes !== undefined)) return;
    if (number > Math.max(this.#newest, this.clock.now()) + AHEAD) return; // none of this PDU
    const upTo = Math.max(number, confirmed);
    this.#newest = Math.max(this.#newest, upTo);
    const lacking = this.#raised?.doubt(this.#waiting.filter((event) => event.number > upTo)) ?? 0;
    if (lacking > 0 || number > 0) this.#doubted = upTo;
  }

  /** Ends a doubt once all that lasts has been added since: the rest of what the hub has as open has ended. */
  endDoubt(run: number): void {
    const closes = this.#doubted;
    if (closes === 0 || this.isFull) return; // some of it may still have to wait
    this.#doubted = 0;
    this.add({ ...COMPARED, closes }, run);
  }

  /** Begins to write what has changed. Called once a second. */
  onTick(uptime: Millis): void {
    const isDoubtNew = this.#doubtWritten !== this.#doubted;
    const isLate = this.#written < this.#newest || this.#deleted < this.#deletable;
    const isDue = isDoubtNew || isLate || this.#raised?.isUnsaved;
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
      if (newest > this.#written || this.#doubted + this.#doubtWritten > 0)
        await this.#storeNumbers(entities, newest, 0);
      this.db.afterCommit(() => {
        this.#waiting = this.#waiting.filter(({ number }) => number > newest);
        this.#written = Math.max(this.#written, newest);
        this.#doubted = this.#doubtWritten = 0;
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
    this.#doubted = Math.max(this.#doubted, dropped.content.closes ?? 0);
    this.#deletable = Math.max(this.#deletable, dropped.number);
  }

  async #storeNumbers(entities: EntityManager, event: number, doubted: number): Promise<void> {
    const numbers = Object.entries({ event, doubted, confirmed: this.#confirmed });
    const rows = numbers.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
    await storeRows(entities, FleetNumberEntity, rows as FleetNumberEntity[], 'name');
  }

  async #write(uptime: Millis): Promise<void> {
    const [newest, deletable, doubted] = [this.#newest, this.#deletable, this.#doubted];
    const fresh = this.#waiting.filter(({ number }) => number > this.#written);
    const raised = this.#raised;
    const change = raised?.takeUnsaved();
    try {
      await this.db.transaction(async (entities) => {
        if (fresh.length > 0) await storeRows(entities, FleetEventEntity, fresh, 'number');
        await this.#storeNumbers(entities, newest, doubted);
        if (deletable > this.#deleted) await entities.delete(FleetEventEntity, { number: LessThanOrEqual(deletable) });
        if (change) await raised?.store(entities, change);
      });
      this.#written = Math.max(this.#written, newest);
      this.#deleted = deletable;
      this.#doubtWritten = doubted;
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
