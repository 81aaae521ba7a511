import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { IN_MEMORY } from '../database/data-folder.js';
import { DatabaseHealth } from '../database/database-health.js';
import { Db } from '../database/db.js';
import { deleteDurably } from '../database/private-file.js';
import { backupCopyTime, earlierDataIn, makeBackupCopy } from '../database/maintenance/backup-copy.js';
import { sizeOfMovedAside } from '../database/maintenance/recovery.js';
import { Ticks } from '../kernel/ticks.js';
import { Clock, type Millis } from '../common/clock.js';
import { FactoryResets } from '../common/factory-resets.js';

/** Shortest time between two copies, to spare the flash. */
const COPY_INTERVAL: Millis = 15 * 60_000;
const FIRST_COPY_AFTER: Millis = 60_000;
const PROBE_INTERVAL: Millis = 10_000;
const SERVER_PROBE_INTERVAL: Millis = 5000;
const RETURN_PROBE_INTERVAL: Millis = 1000;

/**
 * Makes good copies of the database after changes, and detects when a full or failing disk works again. Copies of
 * PostgreSQL are its operator's business: here is seen, within seconds, that its server is away or is back.
 */
@Injectable()
export class DatabaseMaintenanceService implements OnModuleInit, BeforeApplicationShutdown {
  readonly #logger = new Logger('DatabaseMaintenance');
  #hasChanged = true;
  #copyNotBefore: Millis = FIRST_COPY_AFTER;
  #probeNotBefore: Millis = 0;
  #work: Promise<void> | undefined;

  constructor(
    private readonly db: Db,
    private readonly health: DatabaseHealth,
    private readonly config: RuntimeConfig,
    private readonly clock: Clock,
    private readonly ticks: Ticks,
    private readonly audit: AuditLogService,
    private readonly resets: FactoryResets,
  ) {}

  onModuleInit(): void {
    if (this.config.database) {
      this.ticks.onTick('upkeep', ({ uptime }) => this.#watchServer(uptime));
      return;
    }
    if (this.config.dataDir === IN_MEMORY || this.health.isSafeMode) return;
    const { dataDir } = this.config;
    this.#hasChanged = backupCopyTime(dataDir) === undefined;
    this.health.setMovedAside(sizeOfMovedAside(dataDir)); // fewer, if the start has finished a factory reset
    this.audit.onRecord(() => (this.#hasChanged = true));
    this.resets.addFiles({ names: () => earlierDataIn(dataDir), forget: () => this.#deleteEarlierData() });
    this.ticks.onTick('upkeep', ({ uptime }) => this.#onTick(uptime));
  }

  /** A copy has the database open: it ends before another process may check or repair the files. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#copyNotBefore = Infinity;
    await this.#work;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await this.#work;
  }

  #onTick(uptime: Millis): void {
    if (this.#work || this.health.isBroken) return;
    if (!this.health.isWritable) {
      if (uptime < this.#probeNotBefore) return;
      this.#probeNotBefore = uptime + PROBE_INTERVAL;
      this.#start(this.db.probe());
    } else if (this.#hasChanged && uptime >= this.#copyNotBefore) {
      this.#copyNotBefore = uptime + COPY_INTERVAL;
      this.#start(this.#copy());
    }
  }

  #watchServer(uptime: Millis): void {
    if (this.#work || uptime < this.#probeNotBefore) return;
    this.#probeNotBefore = uptime + (this.health.isWritable ? SERVER_PROBE_INTERVAL : RETURN_PROBE_INTERVAL);
    this.#start(this.db.probe());
  }

  #start(work: Promise<void>): void {
    this.#work = work.finally(() => (this.#work = undefined));
  }

  async #copy(): Promise<void> {
    this.#hasChanged = false;
    try {
      await makeBackupCopy(this.config.dataDir);
      this.health.setBackupCopyTime(this.clock.now());
    } catch (error) {
      this.#hasChanged = true;
      this.#logger.warn(`No good copy of the database could be made: ${(error as Error).message}`);
    }
  }

  /** Deletes the earlier data at a factory reset, and a copy that is being made now: its content may be from before. */
  #deleteEarlierData(): Promise<void> {
    const { dataDir } = this.config;
    this.#copyNotBefore = 0;
    const deletion = (this.#work ?? Promise.resolve())
      .then(() => deleteDurably(dataDir, earlierDataIn(dataDir)))
      .finally(() => this.health.setMovedAside(sizeOfMovedAside(dataDir)));
    this.#start(deletion.catch(() => undefined));
    return deletion;
  }
}
