import { Injectable } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { Db } from '../database/db.js';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf, type Cause } from '../common/cause.js';
import { FactoryResets } from '../common/factory-resets.js';
import { CommandOrder } from '../kernel/command-order.js';
import type { ConfigResetView } from './config-document.view.js';

/**
 * Resets the whole configuration to that of a new controller, without a restart. No relay moves: accepted commands (a
 * reboot, a sequence) are finished, because an outlet must not stay off for the reset.
 */
@Injectable()
export class ConfigResetService {
  #running: Promise<void> | undefined;

  constructor(
    private readonly resets: FactoryResets,
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

  async #reset(cause: Cause): Promise<void> {
    await this.resets.prepare();
    // A command that is under way ends first; those that wait run after the reset.
    await this.order.first(() =>
      this.db.transaction(async () => {
        await this.resets.run(cause);
        await this.audit.record({ kind: 'device.configReset', object: 'device', cause });
      }),
    );
  }
}
