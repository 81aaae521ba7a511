import { randomUUID } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Client } from 'pg';
import { SystemClock, type Millis } from '../common/clock.js';
import { errorMessage } from '../common/text.js';

/** A hub that has not renewed its lease for so long has lost it to others. */
export const LEASE: Millis = 4500;
/** PDUs are shared out in so many shards. */
export const SHARDS = 64;
/** So many hubs can work together: each has a name of its own at the broker, which knows them all. */
export const MAX_HUBS = 16;
/** A hub that has not renewed its lease for so long after it has lost it is forgotten, and its place is free. */
const FORGOTTEN_AFTER = '10 seconds';
/** A hub that gives a shard back stores within this time what it has of it, or it is asked of the PDUs again. */
const GIVE_WITHIN: Millis = 1500;

/** All by the clock of the server. */
export const UNTIL = `clock_timestamp() + interval '${LEASE} ms'`;
/** True for a lease that has not ended; nobody could renew one while the server was away. */
export const isLive = (until: string): string =>
  `(greatest(${until}, pg_postmaster_start_time() + interval '${LEASE} ms') >= clock_timestamp())`;

export const SHARD_TABLES = [
  `CREATE TABLE IF NOT EXISTS "hub_node"
    ("id" text PRIMARY KEY, "place" integer UNIQUE, "name" text, "until" timestamptz, "serves" boolean)`,
  'CREATE TABLE IF NOT EXISTS "hub_shard" ("shard" integer PRIMARY KEY, "holder" text)',
  `INSERT INTO "hub_shard" ("shard") SELECT generate_series(0, ${SHARDS - 1}) ON CONFLICT DO NOTHING`,
];

/** True while any hub works together with others. */
export const ANY_HUB = `EXISTS (SELECT 1 FROM "hub_node" WHERE ${isLive('"until"')})`;
const OTHERS = `SELECT 1 FROM "hub_node" WHERE "id" <> $1 AND ${isLive('"until"')} LIMIT 1`;
const JOIN = `INSERT INTO "hub_node" ("id", "place", "name", "until", "serves")
  SELECT $1, "free", $2, ${UNTIL}, false FROM generate_series(1, ${MAX_HUBS}) AS "free"
    WHERE NOT EXISTS (SELECT 1 FROM "hub_node" WHERE "place" = "free") ORDER BY "free" LIMIT 1
  RETURNING "place"`;
const RENEW = `UPDATE "hub_node" SET "until" = ${UNTIL}, "serves" = $2 WHERE "id" = $1`;
const SHARE = `SELECT
  (SELECT count(*)::integer FROM "hub_node" WHERE "serves" AND ${isLive('"until"')}) AS "hubs",
  ARRAY(SELECT "shard" FROM "hub_shard" WHERE "holder" = $1 ORDER BY "shard") AS "mine"`;
const GIVE = 'UPDATE "hub_shard" SET "holder" = NULL WHERE "holder" = $1 AND "shard" = ANY($2)';
const CLAIM = `UPDATE "hub_shard" SET "holder" = $1 WHERE "shard" IN (
    SELECT "shard" FROM "hub_shard" AS "free" WHERE NOT EXISTS (
      SELECT 1 FROM "hub_node" WHERE "id" = "free"."holder" AND ${isLive('"until"')})
    ORDER BY "shard" LIMIT $2 FOR UPDATE SKIP LOCKED)
  RETURNING "shard"`;
const FORGET = `DELETE FROM "hub_node" WHERE NOT ${isLive(`("until" + interval '${FORGOTTEN_AFTER}')`)}`;
const LEAVE = ['UPDATE "hub_shard" SET "holder" = NULL WHERE "holder" = $1', 'DELETE FROM "hub_node" WHERE "id" = $1'];

/**
 * The share of the PDUs for which this hub stores what they send, and answers them: hubs that work together hear all PDUs,
 * and each PDU has one of them that acts. A hub that cannot prove that its lease still runs acts for nobody. One that has
 * the database alone acts for all PDUs.
 */
@Injectable()
export class HubShards {
  readonly #logger = new Logger('HubShards');
  readonly #clock = new SystemClock();
  readonly #id = randomUUID();
  readonly #onChange: (() => Promise<void> | void)[] = [];
  #place = 1;
  #serves = false;
  /** Undefined for a hub that has the database alone. */
  #mine: ReadonlySet<number> | undefined;
  #provenUntil: Millis = -Infinity;

  /** The number of shards that this hub has; undefined for one that has the database alone. */
  get count(): number | undefined {
    if (!this.#mine) return undefined;
    return this.#isProven ? this.#mine.size : 0;
  }

  /** The place of this hub among those that work together, from 1 to {@link MAX_HUBS}. */
  get place(): number {
    return this.#place;
  }

  /** True if this hub acts for a PDU. @param no its small number; undefined for one that is not there, for which none acts */
  isMine(no: number | undefined): boolean {
    if (no === undefined) return false;
    return this.#mine === undefined || (this.#isProven && this.#mine.has(no % SHARDS));
  }

  /**
   * Calls back when this hub has other shards than before. Those that it gives back wait for a listener for a moment, so that
   * it stores what it has of them.
   */
  onChange(listener: () => Promise<void> | void): void {
    this.#onChange.push(listener);
  }

  /**
   * Takes the share of this hub, which hears PDUs or is about to. One that does not hear them leaves its share to others that do;
   * where there are none, nobody could act for them anyway.
   */
  serve(hears: boolean): void {
    this.#serves = hears;
  }

  /** True if another hub works with the database. */
  async hasOthers(connection: Client): Promise<boolean> {
    return (await connection.query(OTHERS, [this.#id])).rowCount !== 0;
  }

  /** Becomes one of the hubs that work together; false while they are too many. */
  async join(connection: Client, name: string): Promise<boolean> {
    await connection.query(FORGET);
    const { rows } = await connection.query<{ place: number }>(JOIN, [this.#id, name]);
    if (!rows[0]) return false;
    this.#place = rows[0].place;
    this.#mine = new Set();
    return true;
  }

  /**
   * Renews the lease of this hub, and takes or gives back shards, so that each hub has as many. Called once a second. False for
   * a hub that has been forgotten, because it has stood still.
   */
  async renew(connection: Client): Promise<boolean> {
    const begun = this.#clock.uptime();
    if ((await connection.query(RENEW, [this.#id, this.#serves])).rowCount === 0) return false;
    const { rows } = await connection.query<{ hubs: number; mine: number[] }>(SHARE, [this.#id]);
    const { hubs = 1, mine = [] } = rows[0] ?? {};
    this.#provenUntil = begun + LEASE;
    const share = this.#serves ? Math.ceil(SHARDS / Math.max(1, hubs)) : hubs > 0 ? 0 : mine.length;
    await this.#have(mine.slice(0, share));
    if (mine.length > share) {
      await connection.query(GIVE, [this.#id, mine.slice(share)]);
    } else if (mine.length < share) {
      const claimed = await connection.query<{ shard: number }>(CLAIM, [this.#id, share - mine.length]);
      await this.#have([...mine, ...claimed.rows.map(({ shard }) => shard)]);
    }
    return true;
  }

  /** Gives all shards back, and is none of the hubs any more. */
  async leave(connection: Client): Promise<void> {
    if (!this.#mine) return;
    this.#mine = new Set();
    for (const statement of LEAVE) await connection.query(statement, [this.#id]);
  }

  get #isProven(): boolean {
    return this.#clock.uptime() < this.#provenUntil;
  }

  async #have(shards: readonly number[]): Promise<void> {
    const before = this.#mine;
    if (before?.size === shards.length && shards.every((shard) => before.has(shard))) return;
    this.#mine = new Set(shards);
    this.#logger.log(`This hub acts for ${shards.length} of ${SHARDS} shards of the PDUs.`);
    const stored = this.#onChange.map((listener) =>
      Promise.resolve(listener()).catch((error: unknown) =>
        this.#logger.warn(`What was known of other shards was not stored: ${errorMessage(error)}`),
      ),
    );
    await Promise.race([Promise.all(stored), after(GIVE_WITHIN, undefined, { ref: false })]);
  }
}
