import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Db } from '../database/db.js';
import type { Snapshot } from '../hardware/snapshot.js';
import { EventPowerOn } from './event-power-on.entity.js';

/** Tells when the PDU itself has been given mains, also when the controller was dead with it. */
@Injectable()
export class PowerOns implements OnModuleInit {
  readonly #logger = new Logger('Events');
  #count: number | undefined;

  constructor(private readonly db: Db) {}

  async onModuleInit(): Promise<void> {
    this.#count = (await this.db.all(EventPowerOn))[0]?.count;
  }

  /** True once for each rise of the hardware's count. The first count there is says nothing. */
  risen({ powerOnCount, fresh }: Snapshot): boolean {
    if (!fresh || powerOnCount === undefined || powerOnCount === this.#count) return false;
    const risen = this.#count !== undefined && powerOnCount > this.#count;
    this.#count = powerOnCount;
    this.#remember(powerOnCount);
    return risen;
  }

  #remember(count: number): void {
    void this.db
      .write((entities) => entities.upsert(EventPowerOn, { id: 1, count }, ['id']))
      .catch((error: unknown) => this.#logger.error('The count of power-ons could not be stored.', String(error)));
  }
}
