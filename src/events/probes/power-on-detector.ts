import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Db } from '../../database/db.js';
import type { Snapshot } from '../../hardware/snapshot.js';
import { EventPowerOnEntity } from '../event.entity.js';

/** Notices that the PDU itself has been powered on, even if the controller had no power meanwhile. */
@Injectable()
export class PowerOnDetector implements OnModuleInit {
  readonly #logger = new Logger('Events');
  #count: number | undefined;

  constructor(private readonly db: Db) {}

  async onModuleInit(): Promise<void> {
    this.#count = (await this.db.all(EventPowerOnEntity))[0]?.count;
  }

  /** True once for each rise of the hardware's count. The first count there is says nothing. */
  detect({ powerOnCount, fresh }: Snapshot): boolean {
    if (!fresh || powerOnCount === undefined || powerOnCount === this.#count) return false;
    const risen = this.#count !== undefined && powerOnCount > this.#count;
    this.#count = powerOnCount;
    this.#store(powerOnCount);
    return risen;
  }

  #store(count: number): void {
    void this.db
      .transaction((entities) => entities.upsert(EventPowerOnEntity, { id: 1, count }, ['id']))
      .catch((error: unknown) => this.#logger.error('The count of power-ons could not be stored.', String(error)));
  }
}
