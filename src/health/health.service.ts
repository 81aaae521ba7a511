import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DatabaseHealth } from '../database/database-health.js';
import { HealthFactsRegistry, type HttpsFacts } from '../common/health-facts.js';
import { Ticks } from '../kernel/ticks.js';
import type { Access } from '../common/access.js';
import { Clock, type Millis } from '../common/clock.js';
import { ControllerFaults } from '../common/controller-faults.js';
import { rounded } from '../common/units.js';
import { VERSION } from '../common/version.js';
import type { FaultFacts } from './fault-detection.js';
import { healthOf, isPolling, readingAge, storageState, type HealthFacts } from './health.js';
import type { DatabaseHealthView, HealthDetailsView, HealthView, HttpsHealthView } from './health.view.js';

/** The health of the controller, from the facts that the modules register. */
@Injectable()
export class HealthService implements OnApplicationBootstrap {
  #startedAt: Millis | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly ticks: Ticks,
    private readonly database: DatabaseHealth,
    private readonly faults: ControllerFaults,
    private readonly registry: HealthFactsRegistry,
  ) {}

  /** A hub may have waited for long before it starts. */
  onApplicationBootstrap(): void {
    this.#startedAt = this.clock.uptime();
  }

  get brief(): HealthView {
    return healthOf(this.#facts());
  }

  get isLive(): boolean {
    return isPolling(this.#facts());
  }

  /** The facts for the detection of faults. */
  get faultFacts(): FaultFacts {
    return Object.assign(this.#facts(), { now: this.clock.now(), databaseMessage: this.database.message });
  }

  /** The details for a reader; only administrators may read the warnings about what is no fault. */
  detailsFor(access: Access): HealthDetailsView {
    const details = this.#details(access);
    return access.isAdministrator ? { ...details, remarks: [...(this.registry.read().remarks ?? [])] } : details;
  }

  #details(access: Access): HealthDetailsView {
    const facts = this.#facts();
    const { hardware, https, backup, ping } = facts;
    const age = readingAge(facts);
    return {
      ...healthOf(facts, access),
      version: VERSION,
      driver: hardware?.driver ?? '',
      model: hardware?.model ?? '',
      uptime: Math.floor(facts.uptime / 1000),
      readingAge: age === undefined ? undefined : rounded(age / 1000),
      pollAge: rounded((facts.uptime - (facts.polledAt ?? 0)) / 1000),
      failuresInARow: hardware?.failuresInARow ?? 0,
      streamReaders: facts.streamReaders ?? 0,
      database: this.#databaseView(),
      storage: { state: storageState(facts) },
      https: httpsView(https),
      faults: this.faults.active.map(({ kind, stage, message, since }) => ({
        kind,
        stage,
        message,
        since: isoOf(since),
      })),
      backup: backup && { last: isoOf(backup.last), trouble: backup.trouble },
      ping: ping && { unavailableReason: ping.unavailableReason },
    };
  }

  /** A spread would give each of these objects a hidden class of its own, which slows down whatever reads it. */
  #facts(): HealthFacts {
    return Object.assign(this.registry.read(), {
      uptime: this.clock.uptime(),
      polledAt: this.ticks.last ?? this.#startedAt,
      database: this.database,
      faults: this.faults.active,
    });
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
}

const httpsView = ({ enabled, port, trouble, certificateEnds }: HttpsFacts = NO_HTTPS): HttpsHealthView => ({
  enabled,
  port,
  trouble,
  certificateEnds: isoOf(certificateEnds),
});

const NO_HTTPS: HttpsFacts = {
  enabled: false,
  certificateEnds: undefined,
  isOwnCertificate: false,
  trouble: undefined,
};

function isoOf(at: Millis): string;
function isoOf(at: Millis | undefined): string | undefined;
function isoOf(at: Millis | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
