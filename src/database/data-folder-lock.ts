import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConfigError, RuntimeConfig } from '../config/runtime-config.js';
import { dataFile, IN_MEMORY } from './data-folder.js';
import { SQLITE } from './sqlite-connection.js';

/**
 * Locks the data folder for this process, as two controllers on one PDU would switch its relays against each other. The
 * lock is SQLite's own on a file beside the database: the system releases it however the process ends.
 */
@Injectable()
export class DataFolderLock implements OnApplicationShutdown {
  #lock: DataSource | undefined;

  constructor(private readonly config: RuntimeConfig) {}

  /** Throws {@link ConfigError} while another process holds it. */
  async take(): Promise<void> {
    const { dataDir } = this.config;
    if (dataDir === IN_MEMORY) return;
    const database = dataFile(dataDir, 'controller.lock');
    const lock = await new DataSource({ type: 'sqlite', driver: SQLITE, database }).initialize();
    try {
      await lock.query('PRAGMA journal_mode = MEMORY'); // a journal file could not be written on a full disk
      await lock.query('BEGIN EXCLUSIVE');
      this.#lock = lock;
    } catch {
      await lock.destroy();
      throw new ConfigError([`RACKFEED_DATA_DIR is in use by another running Rackfeed process; it is "${dataDir}".`]);
    }
  }

  /** Lets another process have the folder; does nothing where it is not held. */
  async release(): Promise<void> {
    const lock = this.#lock;
    this.#lock = undefined;
    await lock?.destroy();
  }

  onApplicationShutdown(): Promise<void> {
    return this.release();
  }
}
