import { Global, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { IN_MEMORY } from '../database/data-folder.js';
import { DatabaseHealth } from '../database/database-health.js';
import { Db } from '../database/db.js';
import { Clock } from '../kernel/clock.js';
import { ResetList } from '../kernel/reset-list.js';
import { createDriver } from './drivers/index.js';
import { SimulatorControl } from './drivers/simulator/simulator-control.service.js';
import { SimulatorController } from './drivers/simulator/simulator.controller.js';
import { IntentJournal } from './intent-journal.js';
import { MeterPoller } from './meter-poller.service.js';
import { PduDriver } from './pdu.driver.js';
import { loadProfile } from './profiles/index.js';
import { PduModel } from './profiles/pdu-model.js';
import { RelayControl } from './relay-control.service.js';
import { RelayIntent } from './relay-intent.entity.js';
import { RelayIntents } from './relay-intents.service.js';
import { SnapshotStore } from './snapshot.store.js';

/** Opens the driver that the configuration names. A bus that is dead now may answer later: the controller starts. */
async function openDriver(config: RuntimeConfig, clock: Clock): Promise<PduDriver> {
  const model = new PduModel(loadProfile(config.model));
  const driver = createDriver({ name: config.driver, model, clock, dataDir: config.dataDir });
  await driver.open().catch((error: unknown) => {
    new Logger('HardwareModule').error(`The driver ${config.driver} did not open: ${(error as Error).message}`);
  });
  return driver;
}

/** Where the database is lost, the journal waits on the disk until it is back: it alone would switch without knowing. */
async function openJournal(
  config: RuntimeConfig,
  { model }: PduDriver,
  db: Db,
  store: SnapshotStore,
  health: DatabaseHealth,
) {
  const relays = model.outlets.length + model.relayOutputs.length;
  const journal = await IntentJournal.open(health.isSafeMode ? IN_MEMORY : config.dataDir, relays, db);
  journal.watch(store, health);
  return journal;
}

/** Leaves the hardware when the process stops; relays stay as they are. */
@Injectable()
class DriverCloser implements OnApplicationShutdown {
  constructor(@Inject(PduDriver) private readonly driver: PduDriver) {}

  onApplicationShutdown(): Promise<void> {
    return this.driver.close();
  }
}

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RelayIntent])],
  controllers: [SimulatorController],
  providers: [
    { provide: PduDriver, useFactory: openDriver, inject: [RuntimeConfig, Clock] },
    DriverCloser,
    SnapshotStore,
    MeterPoller,
    {
      provide: IntentJournal,
      useFactory: openJournal,
      inject: [RuntimeConfig, PduDriver, Db, SnapshotStore, DatabaseHealth],
    },
    RelayIntents,
    RelayControl,
    SimulatorControl,
  ],
  exports: [PduDriver, SnapshotStore, MeterPoller, IntentJournal, RelayControl],
})
export class HardwareModule {
  constructor(resets: ResetList) {
    resets.keep('No relay moves in a reset, so what was last asked of each stays true.', RelayIntent);
  }
}
