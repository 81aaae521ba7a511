import { Injectable } from '@nestjs/common';
import { DatabaseHealth } from '../database/database-health.js';
import { IntentJournal } from '../hardware/intent-journal.js';
import { MeterPoller } from '../hardware/meter-poller.service.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { rounded } from '../kernel/units.js';
import { VERSION } from '../kernel/version.js';
import { StreamReaders } from '../stream/stream-readers.service.js';
import { HttpsServer } from '../tls/https-server.service.js';
import { healthOf, isPolling, readingAge, storageState, type HealthFacts } from './health.js';
import type { DatabaseHealthView, HealthDetailsView, HealthView, HttpsHealthView } from './health.view.js';

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
  ) {}

  get brief(): HealthView {
    return healthOf(this.#facts());
  }

  get isLive(): boolean {
    return isPolling(this.#facts());
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
    };
  }

  #facts(): HealthFacts {
    return {
      snapshot: this.snapshots.hasSnapshot ? this.snapshots.current : undefined,
      uptime: this.clock.uptime(),
      database: this.database,
      isJournalLost: this.journal.isLost,
      https: this.https.state,
    };
  }

  #databaseView(): DatabaseHealthView {
    const { state, since, isWritable, message, lastGoodCopyAt } = this.database;
    return { state, since: isoOf(since), writable: isWritable, message, lastGoodCopy: isoOf(lastGoodCopyAt) };
  }

  #httpsView(): HttpsHealthView {
    const { enabled, port, trouble, certificateEnds } = this.https.state;
    return { enabled, port, trouble, certificateEnds: isoOf(certificateEnds) };
  }
}

function isoOf(at: Millis): string;
function isoOf(at: Millis | undefined): string | undefined;
function isoOf(at: Millis | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
