import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Db } from '../../../database/db.js';
import { Clock } from '../../../common/clock.js';
import type { Seconds } from '../../../common/units.js';
import { SnmpEngineEntity } from './snmp-engine.entity.js';

const ROW_ID = 1;
/** Enterprise 21728, then "octets that the administrator chose" (RFC 3411, SnmpEngineID). */
const PREFIX = Buffer.from('800054e005', 'hex');
const RANDOM_BYTES = 12;
/** A receiver refuses an engine with this count; the id is renewed before. */
const MAX_BOOTS = 2 ** 31 - 1;

/** The SNMPv3 engine of this run. */
export interface RunningEngine {
  readonly id: Buffer;
  readonly boots: number;
  /** Seconds since the engine was started. */
  time(): Seconds;
}

/**
 * The identity by which SNMPv3 receivers know this PDU. Its count of starts rises durably before anything is sent, so
 * that no message of an earlier run is taken for one of this.
 */
@Injectable()
export class SnmpEngineService {
  #running: Promise<RunningEngine> | undefined;

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /** Starts the engine at the first call of a run; later calls get the same one. Rejects while it cannot be stored. */
  async running(): Promise<RunningEngine> {
    this.#running ??= this.#start();
    try {
      return await this.#running;
    } catch (error) {
      this.#running = undefined;
      throw error;
    }
  }

  /** Another identity from now on, as a factory reset wants it. Joins the running unit of work. */
  async renew(): Promise<void> {
    await this.db.transaction(async (entities) => {
      await entities.delete(SnmpEngineEntity, { id: ROW_ID });
      this.db.afterCommit(() => (this.#running = undefined));
    });
  }

  async #start(): Promise<RunningEngine> {
    const { engineId, boots } = await this.db.transaction(async (entities) => {
      const stored = await entities.findOneBy(SnmpEngineEntity, { id: ROW_ID });
      const row = stored && stored.boots + 1 < MAX_BOOTS ? { ...stored, boots: stored.boots + 1 } : newRow();
      await entities.upsert(SnmpEngineEntity, row, ['id']);
      return row;
    });
    const started = this.clock.uptime();
    return {
      id: Buffer.from(engineId, 'hex'),
      boots,
      time: () => Math.floor((this.clock.uptime() - started) / 1000),
    };
  }
}

const newRow = (): SnmpEngineEntity => ({
  id: ROW_ID,
  engineId: Buffer.concat([PREFIX, randomBytes(RANDOM_BYTES)]).toString('hex'),
  boots: 1,
});
