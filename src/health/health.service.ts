import { Injectable } from '@nestjs/common';
import { DatabaseHealth } from '../database/database-health.js';
import { AutoPing } from '../events/probes/auto-ping.service.js';
import { IntentJournal } from '../hardware/intent-journal.js';
import { MeterPoller } from '../hardware/meter-poller.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ControllerFaults } from '../kernel/controller-faults.js';
import { rounded } from '../kernel/units.js';
import { VERSION } from '../kernel/version.js';
import { StreamReaders } from '../stream/stream-readers.service.js';
import { HttpsServer } from '../tls/https-server.service.js';
import { UsersService } from '../users/users.service.js';
import type { FaultFacts } from './faults-of.js';
import { ScheduledBackup } from './scheduled-backup.service.js';
import { healthOf, isPolling, readingAge, storageState, type HealthFacts } from './health.js';
import type {
  BackupHealthView,
  DatabaseHealthView,
  HealthDetailsView,
  HealthView,
  HttpsHealthView,
  PingHealthView,
} from './health.view.js';

/** How the controller is. Reads what others know already: asking costs next to nothing. */
@Injectable()
export class Health {
  constructor(
    private readonly clock: Clock,
    private readonly snapshots: SnapshotStore,
    private readonly poller: MeterPoller,
    private readonly driver: PduDriver,
    private readonly database: DatabaseHealth,
    private readonly journal: IntentJournal,
    private readonly https: HttpsServer,
    private readonly stream: StreamReaders,
    private readonly faults: ControllerFaults,
    private readonly users: UsersService,
    private readonly backups: ScheduledBackup,
    private readonly pings: AutoPing,
  ) {}

  get brief(): HealthView {
    return healthOf(this.#facts());
  }

  get isLive(): boolean {
    return isPolling(this.#facts());
  }

  /** What faults are found by. */
  get faultFacts(): FaultFacts {
    return {
      ...this.#facts(),
      driver: this.driver.name,
      now: this.clock.now(),
      databaseMessage: this.database.message,
    };
  }

  /** With what only administrators should read. */
  get detailsAndRemarks(): HealthDetailsView {
    return { ...this.details, remarks: this.users.hasFirstPassword ? [FIRST_PASSWORD] : [] };
  }

  get details(): HealthDetailsView {
    const facts = this.#facts();
    const age = readingAge(facts);
    return {
      ...healthOf(facts),
      version: VERSION,
      driver: this.driver.name,
      model: this.driver.model.profile.model,
      uptime: Math.floor(facts.uptime / 1000),
      readingAge: age === undefined ? undefined : rounded(age / 1000),
      pollAge: rounded((facts.uptime - (facts.snapshot?.uptime ?? 0)) / 1000),
      failuresInARow: this.poller.failures,
      streamReaders: this.stream.size,
      database: this.#databaseView(),
      storage: { state: storageState(facts) },
      https: this.#httpsView(),
      faults: this.faults.active.map(({ kind, stage, message, since }) => ({
        kind,
        stage,
        message,
        since: isoOf(since),
      })),
      backup: this.#backupView(),
      ping: this.#pingView(),
    };
  }

  #facts(): HealthFacts {
    return {
      snapshot: this.snapshots.hasSnapshot ? this.snapshots.current : undefined,
      uptime: this.clock.uptime(),
      database: this.database,
      isJournalLost: this.journal.isLost,
      https: this.https.state,
      faults: this.faults.active,
      backup: this.backups.state,
      ping: this.#pingView(),
    };
  }

  #databaseView(): DatabaseHealthView {
    const { state, since, isWritable, message, lastGoodCopyAt, movedAside } = this.database;
    return {
      state,
      since: isoOf(since),
      writable: isWritable,
      message,
      lastGoodCopy: isoOf(lastGoodCopyAt),
      movedAside,
    };
  }

  #backupView(): BackupHealthView | undefined {
    const { state } = this.backups;
    return state && { last: isoOf(state.last), trouble: state.trouble };
  }

  #pingView(): PingHealthView | undefined {
    return this.pings.isWatching ? { unavailableReason: this.pings.unavailable } : undefined;
  }

  #httpsView(): HttpsHealthView {
    const { enabled, port, trouble, certificateEnds } = this.https.state;
    return { enabled, port, trouble, certificateEnds: isoOf(certificateEnds) };
  }
}

const FIRST_PASSWORD =
  'The first password of the account "admin" has not been changed. It was printed at the first start and stands in the ' +
  'log of the machine: change it.';

function isoOf(at: Millis): string;
function isoOf(at: Millis | undefined): string | undefined;
function isoOf(at: Millis | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
