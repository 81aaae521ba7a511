import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Db } from '../../database/db.js';
import { PowerOnCount } from '../../hardware/power-on-count.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { EventPowerOnEntity } from '../event.entity.js';

/** Notices that the PDU itself has been powered on, even if the controller had no power meanwhile. */
@Injectable()
export class PowerOnDetector implements OnModuleInit {
  readonly #logger = new Logger('Events');
  readonly #count = new PowerOnCount();

  constructor(private readonly db: Db) {}

  async onModuleInit(): Promise<void> {
    this.#count.seen = (await this.db.all(EventPowerOnEntity))[0]?.count;
  }

  /** True once for each power-on. */
  detect({ powerOnCount, fresh, uptime }: Snapshot): boolean {
    if (!fresh || powerOnCount === undefined) return false;
    const change = this.#count.changeAt(powerOnCount, uptime);
    if (!change) return false;
    this.#count.seen = powerOnCount;
    this.#store(powerOnCount);
    return change === 'powerOn';
  }

  #store(count: number): void {
    void this.db
      .transaction((entities) => entities.upsert(EventPowerOnEntity, { id: 1, count }, ['id']))
      .catch((error: unknown) => this.#logger.error('The count of power-ons could not be stored.', String(error)));
  }
}
