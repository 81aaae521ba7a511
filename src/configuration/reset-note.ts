import { existsSync } from 'node:fs';
import { Injectable, Logger } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { AuditEntryEntity } from '../audit/audit-entry.entity.js';
import { Mutex } from '../common/mutex.js';
import { errorMessage } from '../common/text.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { dataFile } from '../database/data-folder.js';
import { DatabaseHealth } from '../database/database-health.js';
import { Db } from '../database/db.js';
import { RESET_NOTE } from '../database/maintenance/backup.js';
import { deleteDurably, PrivateFile } from '../database/private-file.js';

/** The kind of the audit record that is committed with a factory reset. */
export const RESET_KIND = 'device.configReset';

interface Noted {
  /** The id of the newest audit record before the reset; absent once the reset is known to be committed. */
  readonly after?: number;
  /** The names in the data folder that the reset deletes. */
  readonly files: readonly string[];
}

/**
 * The files of a factory reset, noted durably before its transaction and until they are deleted: the next start deletes
 * what a power cut has left of them. The audit record of the reset, which is in its transaction, decides whether there was
 * one.
 */
@Injectable()
export class ResetNote {
  readonly #logger = new Logger('FactoryReset');
  readonly #file: PrivateFile<Noted>;
  readonly #mutex = new Mutex();

  constructor(
    private readonly config: RuntimeConfig,
    private readonly db: Db,
    private readonly health: DatabaseHealth,
  ) {
    this.#file = new PrivateFile(config.dataDir, RESET_NOTE);
  }

  /** Notes the files of a reset that begins. Rejects when the storage fails. */
  async begin(files: readonly string[]): Promise<void> {
    await this.#file.write({ after: await this.#newestRecord(), files });
  }

  /** Notes the files of a committed reset that are not deleted yet; none ends the note. */
  keep(files: readonly string[]): Promise<void> {
    return this.#mutex.run(() => (files.length === 0 ? this.#file.remove() : this.#file.write({ files })));
  }

  /** Finishes the reset of an earlier run, before anything reads these files. An error stops no start. */
  async finish(): Promise<void> {
    if (this.health.isSafeMode) return; // the database in memory knows of no reset
    try {
      const noted = await this.#file.read();
      if (!noted) return;
      await this.keep((await this.#isCommitted(noted)) ? await this.#delete(noted.files) : []);
    } catch (error) {
      this.#logger.error(`A factory reset could not be finished: ${errorMessage(error)}`);
    }
  }

  async #delete(files: readonly string[]): Promise<string[]> {
    this.#logger.log('The last factory reset was cut off: what it had left is deleted.');
    await deleteDurably(this.config.dataDir, files).catch((error: unknown) => this.#logger.error(errorMessage(error)));
    return files.filter((name) => existsSync(dataFile(this.config.dataDir, name)));
  }

  async #isCommitted({ after }: Noted): Promise<boolean> {
    return after === undefined || this.db.read.existsBy(AuditEntryEntity, { kind: RESET_KIND, id: MoreThan(after) });
  }

  async #newestRecord(): Promise<number> {
    return (await this.db.read.maximum(AuditEntryEntity, 'id')) ?? 0;
  }
}
