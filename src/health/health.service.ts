import { Injectable } from '@nestjs/common';
import { DatabaseHealth } from '../database/database-health.js';
import { AutoPing } from '../probes/auto-ping.js';
import { IntentJournal } from '../hardware/relays/intent-journal.js';
import { MeterPollerService } from '../hardware/meter-poller.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../common/clock.js';
import { ControllerFaults } from '../common/controller-faults.js';
import { rounded } from '../common/units.js';
import { VERSION } from '../common/version.js';
import { StreamReadersService } from '../stream/stream-readers.service.js';
import { ProtocolServers } from '../protocols/protocol-servers.js';
import { HttpsServerService } from '../tls/https-server.service.js';
import { UsersService } from '../users/users.service.js';
import type { FaultFacts } from './fault-detection.js';
import { ScheduledBackupService } from './scheduled-backup.service.js';
import { healthOf, isPolling, readingAge, storageState, type HealthFacts } from './health.js';
import type {
  BackupHealthView,
  DatabaseHealthView,
  HealthDetailsView,
  HealthView,
  HttpsHealthView,
  PingHealthView,
} from './health.view.js';

/** The health of the controller, from facts that other services already have. */
@Injectable()
export class HealthService {
  constructor(
    private readonly clock: Clock,
    private readonly snapshots: SnapshotStore,
    private readonly poller: MeterPollerService,
    private readonly driver: PduDriver,
    private readonly database: DatabaseHealth,
    private readonly journal: IntentJournal,
    private readonly https: HttpsServerService,
    private readonly stream: StreamReadersService,
    private readonly faults: ControllerFaults,
    private readonly users: UsersService,
    private readonly backups: ScheduledBackupService,
    private readonly pings: AutoPing,
    private readonly protocols: ProtocolServers,
  ) {}

  get brief(): HealthView {
    return healthOf(this.#facts());
  }

  get isLive(): boolean {
    return isPolling(this.#facts());
  }

  /** The facts for the detection of faults. */
  get faultFacts(): FaultFacts {
    return {
      ...this.#facts(),
      driver: this.driver.name,
      now: this.clock.now(),
      databaseMessage: this.database.message,
    };
  }

  /** The details with remarks that only administrators may read. */
  get detailsForAdministrators(): HealthDetailsView {
    return { ...this.details, remarks: this.users.hasInitialPassword ? [FIRST_PASSWORD] : [] };
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
      protocols: this.#protocols(),
      backup: this.backups.state,
      ping: this.#pingView(),
    };
  }

  #protocols(): HealthFacts['protocols'] {
    const enabled = this.protocols
      .all()
      .map(([, server]) => server.state())
      .filter((state) => state.enabled);
    if (enabled.length === 0) return undefined;
    const problems = enabled.flatMap(({ problem }) => problem ?? []);
    return {
      problem: problems.length === 0 ? undefined : problems.join(' '),
      isWarning: enabled.some(({ warning }) => warning !== undefined),
    };
  }

  #databaseView(): DatabaseHealthView {
    const { state, since, isWritable, message, lastBackupCopyAt, movedAside } = this.database;
    return {
      state,
      since: isoOf(since),
      writable: isWritable,
      message,
      lastGoodCopy: isoOf(lastBackupCopyAt),
      movedAside,
    };
  }

  #backupView(): BackupHealthView | undefined {
    const { state } = this.backups;
    return state && { last: isoOf(state.last), trouble: state.trouble };
  }

  #pingView(): PingHealthView | undefined {
    return this.pings.isWatching ? { unavailableReason: this.pings.unavailableReason } : undefined;
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
