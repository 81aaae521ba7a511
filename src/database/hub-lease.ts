import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { Injectable, Logger, Optional } from '@nestjs/common';
import type { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { SystemClock, type Millis } from '../common/clock.js';
import { isDatabaseAway } from '../common/storage-errors.js';
import { errorMessage } from '../common/text.js';
import { ConfigError, RuntimeConfig } from '../config/runtime-config.js';
import { StandbyServer } from '../http/standby-server.js';
import { dataFile, IN_MEMORY } from './data-folder.js';
import { HUB_AUTHORITY } from './folder-role.js';
import { ANY_HUB, HubShards, isLive, SHARD_TABLES, UNTIL } from './hub-shards.js';
import { madeOnce } from './made-once.js';

const RENEW_EACH: Millis = 1000;
const TABLE = madeOnce(
  'hub_lease',
  `CREATE TABLE IF NOT EXISTS "hub_lease"
    ("id" integer PRIMARY KEY, "holder" text, "name" text, "until" timestamptz, "authority" text)`,
  'INSERT INTO "hub_lease" ("id") VALUES (1), (2) ON CONFLICT DO NOTHING',
  'CREATE TABLE IF NOT EXISTS "hub_change" ("id" integer PRIMARY KEY, "numbers" jsonb NOT NULL)',
  `INSERT INTO "hub_change" ("id", "numbers") VALUES (1, '{}') ON CONFLICT DO NOTHING`,
  ...SHARD_TABLES,
);
/** The holder of the lease that hubs with a broker beside them have together. */
const TOGETHER = 'together';
const TAKE = `UPDATE "hub_lease" SET "holder" = $1, "name" = $2, "until" = ${UNTIL}
  WHERE "id" = 1 AND ("holder" IS NULL OR "holder" = $1 OR NOT ${isLive('"until"')}) RETURNING "id"`;
const RENEW = `UPDATE "hub_lease" SET "until" = ${UNTIL}, "authority" = coalesce($2, "authority")
  WHERE "id" = 1 AND "holder" = $1 RETURNING extract(epoch FROM clock_timestamp()) * 1000 AS "now",
    (SELECT "numbers" FROM "hub_change" WHERE "id" = 1) AS "numbers"`;
const FENCE = 'UPDATE "hub_lease" SET "holder" = $1 WHERE "id" = 2 AND "holder" IS DISTINCT FROM $1';
const ROW = 'SELECT "name", "authority" FROM "hub_lease" WHERE "id" = 1';
const RELEASE = `UPDATE "hub_lease" SET "holder" = NULL WHERE "id" = 1 AND "holder" = $1 AND NOT ${ANY_HUB}`;
const NUMBERS = 'SELECT "numbers" FROM "hub_change" WHERE "id" = 1';
const LOCK_ALONE = `SELECT '{}' AS "numbers" FROM "hub_lease" WHERE "id" = 2 AND "holder" = $1 FOR SHARE`;
const LOCK_TOGETHER = `SELECT "change"."numbers" FROM "hub_change" AS "change", "hub_lease" AS "lease"
  WHERE "change"."id" = 1 AND "lease"."id" = 2 AND "lease"."holder" = $1 FOR UPDATE OF "change" FOR SHARE OF "lease"`;

/** A connection of its own to the database. */
export type Connect = () => Promise<Client>;

/** The number of each store that hubs have changed, by its name: it rises with each change. */
export type StoreNumbers = Readonly<Record<string, number>>;

/**
 * The right of a hub to work with a PostgreSQL database. Hubs with a broker beside them have it together: their transactions
 * run one after another, by the lock of a row that says which stores have changed, so that each of them decides by what is
 * true. A hub whose broker is a part of it has its PDUs alone, and so the database: others that are started on it wait, and
 * one of them goes on when the lease has ended. A transaction of a hub that has lost its lease is never committed: each has
 * the second row of the table, and whoever takes over waits for those that have it. With SQLite the lock of the data folder
 * does all that, and this does nothing.
 */
@Injectable()
export class HubLease {
  readonly #logger = new Logger('HubLease');
  readonly #clock = new SystemClock();
  readonly #holder: string;
  readonly #name = `${hostname()}, process ${process.pid}`;
  readonly #onLost: (() => void)[] = [];
  readonly #onNumbers: ((numbers: StoreNumbers) => void)[] = [];
  #firstNumbers: StoreNumbers = {};
  #connect: Connect | undefined;
  #connection: Client | undefined;
  #renewing: Promise<void> | undefined;
  readonly #released = new AbortController();
  #isWaiting = false;
  #isLost = false;
  #clockDifference: Millis = 0;

  constructor(
    private readonly config: RuntimeConfig,
    private readonly shards: HubShards,
    @Optional() private readonly standby?: StandbyServer,
  ) {
    this.#holder = config.fleetBrokers.length > 0 ? TOGETHER : randomUUID();
  }

  /** True for a hub that works together with others on its database, or could. */
  get isShared(): boolean {
    return this.#connect !== undefined && this.#holder === TOGETHER;
  }

  /** The numbers at the start: what is read after it is as new as they are. */
  get firstNumbers(): StoreNumbers {
    return this.#firstNumbers;
  }

  /** Calls back once a second with the numbers of the stores, where hubs work together. */
  onNumbers(listener: (numbers: StoreNumbers) => void): void {
    this.#onNumbers.push(listener);
  }

  /** The time by which the clocks of this machine and of the server differ at least, ms; 0 with SQLite. */
  get clockDifference(): Millis {
    return this.#clockDifference;
  }

  /** Calls back once another hub has taken over: this one can only start again. */
  onLost(listener: () => void): void {
    this.#onLost.push(listener);
  }

  /** Resolves when this hub has the database. Throws {@link ConfigError} for one that could not take the place of the other. */
  async take(connect: Connect): Promise<void> {
    this.#connect = connect;
    const connection = (this.#connection = await this.#open(connect));
    await connection.query(TABLE);
    while (!(await this.#hasTaken(connect))) await after(RENEW_EACH);
    await this.#renew();
    this.#renewing = this.#renewUntilReleased();
  }

  /**
   * Keeps this transaction from being committed after another hub has taken over. Hubs that work together wait here for each
   * other; answers the numbers of their stores then, which stay so until this transaction has ended, else undefined.
   */
  async lock(entities: EntityManager): Promise<StoreNumbers | undefined> {
    if (!this.#connect) return undefined;
    const { isShared } = this;
    const [row] = await entities.query<NumbersRow[]>(isShared ? LOCK_TOGETHER : LOCK_ALONE, [this.#holder]);
    if (row) return isShared ? row.numbers : undefined;
    this.#lose();
    throw Object.assign(new Error('another hub has taken over'), { code: TAKEN_OVER });
  }

  /** Stores the numbers with the transaction that has {@link lock}ed them. */
  async store(entities: EntityManager, numbers: StoreNumbers): Promise<void> {
    await entities.query('UPDATE "hub_change" SET "numbers" = $1 WHERE "id" = 1', [JSON.stringify(numbers)]);
  }

  /** The numbers of the stores now. */
  async numbers(entities: EntityManager): Promise<StoreNumbers> {
    const [row] = await entities.query<NumbersRow[]>(NUMBERS);
    return row?.numbers ?? {};
  }

  /** Lets the next hub begin at once; after the last transaction of this one. */
  async release(): Promise<void> {
    this.#released.abort();
    await this.#renewing;
    const connection = this.#connection;
    if (!connection) return;
    await this.shards.leave(connection).catch(() => undefined);
    await connection.query(RELEASE, [this.#holder]).catch(() => undefined);
    this.#forget(connection);
  }

  /** One attempt; a server that is away meanwhile is asked again. */
  async #hasTaken(connect: Connect): Promise<boolean> {
    try {
      const connection = (this.#connection ??= await this.#open(connect));
      await connection.query('BEGIN');
      const { rowCount } = await connection.query(TAKE, [this.#holder, this.#name]);
      const hasTaken = rowCount === 1;
      if (hasTaken) await connection.query(FENCE, [this.#holder]); // waits for transactions of the other
      const { rows } = await connection.query<LeaseRow>(ROW);
      const isFirst = hasTaken && !(this.#holder === TOGETHER && (await this.shards.hasOthers(connection)));
      this.#assertMayWork(rows[0], isFirst);
      // One that works and has no authority yet is about to make it.
      let mayBegin = isFirst || (hasTaken && rows[0]?.authority != null);
      if (mayBegin && this.#holder === TOGETHER) {
        mayBegin = await this.shards.join(connection, this.#name);
        this.#firstNumbers = (await connection.query<NumbersRow>(NUMBERS)).rows[0]?.numbers ?? {};
      }
      await connection.query('COMMIT');
      if (!mayBegin) await this.#sayWaiting(rows[0]);
      return mayBegin;
    } catch (error) {
      if (this.#connection) this.#forget(this.#connection);
      if (!isDatabaseAway(error) && !isDatabaseAway((error as Error).cause)) throw error;
      return false;
    }
  }

  async #sayWaiting(row: LeaseRow | undefined): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    await this.standby?.open();
    this.#logger.log(`The hub at ${row?.name} works with this database. This one waits, and takes over when it ends.`);
  }

  /** By a time of its own, since a start can take longer than the lease. */
  async #renewUntilReleased(): Promise<void> {
    const { signal } = this.#released;
    while (!this.#isLost) {
      await after(RENEW_EACH, undefined, { ref: false, signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#renew();
    }
  }

  /** Never rejects: a server that does not answer is seen by all who use it. */
  async #renew(): Promise<void> {
    if (!this.#connect || this.#isLost) return;
    try {
      const connection = (this.#connection ??= await this.#open(this.#connect));
      const before = this.#clock.now();
      const { rows } = await connection.query<RenewedRow>(RENEW, [this.#holder, this.#authority() ?? null]);
      const [row] = rows;
      if (!row) {
        this.#lose();
        return;
      }
      const took = this.#clock.now() - before;
      const difference = Math.abs(Number(row.now) - (before + took / 2));
      this.#clockDifference = Math.max(0, difference - Math.abs(took) / 2);
      if (!this.isShared) return;
      for (const listener of this.#onNumbers) listener(row.numbers);
      if (!(await this.shards.renew(connection))) this.#lose();
    } catch (error) {
      this.#logger.debug(`The lease was not renewed: ${errorMessage(error)}`);
      if (this.#connection) this.#forget(this.#connection);
    }
  }

  async #open(connect: Connect): Promise<Client> {
    const connection = await connect();
    connection.on('error', () => this.#forget(connection));
    return connection;
  }

  #forget(connection: Client): void {
    if (this.#connection === connection) this.#connection = undefined;
    connection.end().catch(() => undefined);
  }

  #lose(): void {
    if (this.#isLost || this.#released.signal.aborted) return;
    this.#isLost = true;
    this.#logger.error('Other hubs have taken over what this one had in the database, so it starts again.');
    for (const listener of this.#onLost) listener();
  }

  /**
   * PDUs trust the authority of the hub that has admitted them, and no other. A hub that begins without one is asked for it
   * later, if there are PDUs.
   */
  #assertMayWork(row: LeaseRow | undefined, hasTaken: boolean): void {
    const own = this.#authority();
    if (row?.authority == null || row.authority === own || (hasTaken && own === undefined)) return;
    const ofOther = 'of the hub that has worked with this database before';
    throw new ConfigError([
      own === undefined
        ? `RACKFEED_DATA_DIR needs the files ${HUB_AUTHORITY} and device.key ${ofOther}: PDUs would not trust this one.`
        : `RACKFEED_DATA_DIR holds a damaged ${HUB_AUTHORITY} or another one, and PDUs would not trust this hub: put it back ` +
          `from a backup, or copy it and device.key from the folder ${ofOther}.`,
    ]);
  }

  /** The hash of the file with the authority; undefined before it is made. */
  #authority(): string | undefined {
    if (this.config.dataDir === IN_MEMORY) return undefined;
    try {
      return createHash('sha256')
        .update(readFileSync(dataFile(this.config.dataDir, HUB_AUTHORITY)))
        .digest('hex');
    } catch {
      return undefined;
    }
  }
}

interface NumbersRow {
  readonly numbers: StoreNumbers;
}

interface RenewedRow extends NumbersRow {
  readonly now: string;
}

/** To the callers of the API the database is away, until they reach the hub that has it. */
const TAKEN_OVER = '25006';

interface LeaseRow {
  readonly name: string | null;
  readonly authority: string | null;
}
