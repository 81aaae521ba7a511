import { Global, Inject, Injectable, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RuntimeConfig } from '../config/runtime-config.js';
import { IN_MEMORY } from '../database/data-folder.js';
import { DatabaseHealth } from '../database/database-health.js';
import { Db } from '../database/db.js';
import { Clock } from '../common/clock.js';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { FactoryResets } from '../common/factory-resets.js';
import { loadDriver } from './drivers/index.js';
import { SimulatorControlService } from './drivers/simulator/simulator-control.service.js';
import { SimulatorController } from './drivers/simulator/simulator.controller.js';
import { IntentJournal } from './relays/intent-journal.js';
import { MeterPollerService } from './meter-poller.service.js';
import { PduDriver } from './pdu.driver.js';
import { PduSubjects } from './pdu-subjects.js';
import { Subjects } from '../kernel/subjects.js';
import { configuredProfile } from './profiles/configured-profile.js';
import { PduModel } from './profiles/pdu-model.js';
import { RelayControlService } from './relays/relay-control.service.js';
import { RelayIntentEntity } from './relay-intent.entity.js';
import { RelayIntentStore } from './relays/relay-intent.store.js';
import { SnapshotStore } from './snapshot.store.js';
import { Ticks } from '../kernel/ticks.js';
import { HARDWARE_METRICS } from './hardware.metrics.js';
import { Diagnostics } from '../common/diagnostics.js';
import { shareableProfile } from './profiles/shareable-profile.js';

/** Opens the configured driver. The controller starts with a dead bus too, as that may answer later. */
async function openDriver(config: RuntimeConfig, clock: Clock): Promise<PduDriver> {
  const model = new PduModel(configuredProfile(config));
  const driver = await loadDriver({ name: config.driver, model, clock, dataDir: config.dataDir });
  await driver.open().catch((error: unknown) => {
    new Logger('HardwareModule').error(`The driver ${config.driver} did not open: ${(error as Error).message}`);
  });
  return driver;
}

/**
 * In safe mode the journal's file stays closed until the database is back: its entries alone do not allow switching.
 */
async function openJournal(config: RuntimeConfig, { model }: PduDriver, db: Db, ticks: Ticks, health: DatabaseHealth) {
  const relays = model.outlets.length + model.relayOutputs.length;
  const journal = await IntentJournal.open(health.isSafeMode ? IN_MEMORY : config.dataDir, relays, db);
  journal.watch(ticks, health);
  return journal;
}

/** Closes the driver when the process stops; relays stay as they are. */
@Injectable()
class DriverCloser implements OnApplicationShutdown {
  constructor(@Inject(PduDriver) private readonly driver: PduDriver) {}

  onApplicationShutdown(): Promise<void> {
    return this.driver.close();
  }
}

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([RelayIntentEntity])],
  controllers: [SimulatorController],
  providers: [
    { provide: PduDriver, useFactory: openDriver, inject: [RuntimeConfig, Clock] },
    DriverCloser,
    SnapshotStore,
    MeterPollerService,
    HARDWARE_METRICS,
    {
      provide: IntentJournal,
      useFactory: openJournal,
      inject: [RuntimeConfig, PduDriver, Db, Ticks, DatabaseHealth],
    },
    RelayIntentStore,
    RelayControlService,
    SimulatorControlService,
    { provide: Subjects, useClass: PduSubjects },
  ],
  exports: [
    PduDriver,
    Subjects,
    SnapshotStore,
    MeterPollerService,
    IntentJournal,
    RelayIntentStore,
    RelayControlService,
  ],
})
export class HardwareModule {
  constructor(
    resets: FactoryResets,
    diagnostics: Diagnostics,
    health: HealthFactsRegistry,
    driver: PduDriver,
    snapshots: SnapshotStore,
    poller: MeterPollerService,
    journal: IntentJournal,
  ) {
    resets.keep('No relay moves in a reset, so what was last asked of each stays true.', RelayIntentEntity);
    diagnostics.add('profile', () => shareableProfile(driver.model.profile));
    diagnostics.add('snapshot', () => snapshots.current);
    health.add('hardware', () => ({
      driver: driver.name,
      model: driver.model.profile.model,
      reading: snapshots.hasSnapshot ? snapshots.current : undefined,
      failuresInARow: poller.failures,
      isJournalLost: journal.isLost,
    }));
  }
}
