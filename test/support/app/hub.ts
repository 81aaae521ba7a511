/**
 * A whole hub for a test: the real application on free loopback ports, the database in memory, and a clock that stands
 * still until the test moves it.
 *
 *   const hub = await aHub();
 *   const admin = await hub.as('admin');
 *   await hub.seconds(3);                       // three ticks
 *   expect((await admin.get('/api/fleet/pdus')).body.items).toEqual([]);
 *   await hub.stop();
 */
import { readConfig } from '../../../src/config/runtime-config.js';
import { Db } from '../../../src/database/db.js';
import { createHub } from '../../../src/hub.js';
import { IntervalTicksService } from '../../../src/kernel/interval-ticks.service.js';
import { VirtualClock } from '../time/virtual-clock.js';
import { databaseOf } from './hub-database.js';
import { ADMIN_PASSWORD, Pdu, QUIET, type PduOptions } from './pdu.js';

export type HubOptions = Omit<PduOptions, 'model'>;

export async function aHub(options: HubOptions = {}): Promise<Hub> {
  // TLS judges certificates by the clock of the machine, so that of the hub begins there.
  const { dataDir = ':memory:', clock = new VirtualClock(new Date().toISOString()), env = {} } = options;
  const config = readConfig({
    RACKFEED_ROLE: 'hub',
    RACKFEED_FLEET_PORT: '0',
    RACKFEED_FLEET_HOST: 'localhost,127.0.0.1',
    RACKFEED_ADMIN_PASSWORD: ADMIN_PASSWORD,
    ...(await databaseOf(dataDir)),
    ...env,
  });
  const app = await createHub({ ...config, dataDir, host: '127.0.0.1' }, { clock, ticking: false, logger: QUIET });
  await app.listen(0, '127.0.0.1');
  const hub = new Hub(app, clock);
  await hub.poll();
  return hub;
}

/** The members of a controller for tests that a hub has too: requests, users, and the time that passes. */
export class Hub extends Pdu {
  /** One tick now. */
  override async poll(): Promise<void> {
    this.app.get(IntervalTicksService).tick();
    await this.idle();
  }

  /** Resolves when all that was begun is stored. */
  override async idle(): Promise<void> {
    await this.app.get(Db).idle();
  }
}
