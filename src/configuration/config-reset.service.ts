import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Db } from '../database/db.js';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { FactoryResets } from '../common/factory-resets.js';
import { errorMessage } from '../common/text.js';
import { CommandOrder } from '../kernel/command-order.js';
import type { ConfigResetView } from './config-document.view.js';
import { RESET_KIND, ResetNote } from './reset-note.js';

/**
 * Resets the whole configuration to that of a new controller, without a restart. No relay moves: accepted commands (a
 * reboot, a sequence) are finished, because an outlet must not stay off for the reset.
 */
@Injectable()
export class ConfigResetService implements BeforeApplicationShutdown {
  readonly #logger = new Logger('FactoryReset');
  #running: Promise<void> | undefined;
  /** The deletion of the files of the last reset. */
  #deletion: Promise<void> | undefined;

  constructor(
    private readonly resets: FactoryResets,
    private readonly note: ResetNote,
    private readonly order: CommandOrder,
    private readonly audit: AuditLogService,
    private readonly db: Db,
    private readonly config: RuntimeConfig,
  ) {}

  /**
   * Resets everything, or nothing if the storage fails. A request that comes while a reset is under way joins it: a second
   * one would end the sessions and the printed password of the first.
   */
  async reset(caller: CallerWithAddress): Promise<ConfigResetView> {
    this.#running ??= this.#reset(causeOf(caller)).finally(() => (this.#running = undefined));
    await this.#running;
    return { adminPassword: this.config.adminPassword === undefined ? 'console' : 'environment' };
  }

  /** Waits for the deletion of a factory reset before the restart that follows. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.#deletion;
  }

  async #reset(cause: Cause): Promise<void> {
    await this.#deletion;
    await this.resets.prepare();
    await this.note.begin(this.resets.files.flatMap(({ names }) => names()));
    // A command that is under way ends first; those that wait run after the reset.
    await this.order.first(() =>
      this.db.transaction(async () => {
        await this.resets.run(cause);
        await this.audit.record({ kind: RESET_KIND, object: 'device', cause });
      }),
    );
    this.#deletion = this.#deleteFiles();
  }

  /** The answer does not wait for this: what a power cut leaves of it is deleted at the next start. */
  async #deleteFiles(): Promise<void> {
    const left = new Set(this.resets.files);
    const deleted = this.resets.files.map(async (files) => {
      await files.forget();
      left.delete(files);
      // At once, so that a power cut does not delete what takes their place, such as a new identity in the fleet.
      await this.note.keep([...left].flatMap(({ names }) => names()));
    });
    for (const result of await Promise.allSettled(deleted)) {
      if (result.status === 'rejected') this.#logger.error(errorMessage(result.reason));
    }
    if (left.size > 0) this.#logger.error('Data from before the reset is still there, until the next start.');
  }
}
