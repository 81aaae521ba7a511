import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../common/clock.js';
import { errorMessage } from '../common/text.js';
import { Db } from '../database/db.js';
import { storeRows } from '../database/rows.js';
import { FleetNumberEntity } from './fleet-number.entity.js';

/** The number of each start of the controller, by which a hub distinguishes its messages from those of an earlier one. */
@Injectable()
export class FleetRuns {
  readonly #logger = new Logger('FleetLink');

  constructor(
    private readonly db: Db,
    private readonly clock: Clock,
  ) {}

  /**
   * The number of this start, durable as far as the storage can be written. It is never below the seconds of the wall
   * clock: a database that was restored from a backup would otherwise give a number again.
   */
  async next(): Promise<number> {
    const [before] = (await this.db.all(FleetNumberEntity)).filter(({ name }) => name === 'run');
    const run = Math.max((before?.value ?? 0) + 1, Math.floor(this.clock.now() / 1000));
    try {
      await this.db.transaction((entities) =>
        storeRows(entities, FleetNumberEntity, [{ name: 'run', value: run }], 'name'),
      );
    } catch (error) {
      this.#logger.warn(`The number of this start could not be stored: ${errorMessage(error)}`);
    }
    return run;
  }
}
