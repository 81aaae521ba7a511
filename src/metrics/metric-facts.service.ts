import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ActionDispatcherService } from '../actions/execution/action-dispatcher.service.js';
import { RuntimeConfig } from '../config/runtime-config.js';
import { dataFile } from '../database/data-folder.js';
import { DATABASE } from '../database/data-source.js';
import { DatabaseHealth } from '../database/database-health.js';
import { MeterPollerService } from '../hardware/meter-poller.service.js';
import type { RackfeedExpressAdapter } from '../http/rackfeed-express.adapter.js';
import type { Access } from '../common/access.js';
import { Clock } from '../common/clock.js';
import { ControllerFaults } from '../common/controller-faults.js';
import { VERSION } from '../common/version.js';
import { StreamReadersService } from '../stream/stream-readers.service.js';
import { HttpsServerService } from '../tls/https-server.service.js';
import { AuditCountsService } from './audit-counts.service.js';
import type { AutomationFacts, ControllerFacts, Facts } from './facts.js';
import { ProcessWatch, sizeOf } from './process-facts.js';
import { ReadingFactsService } from './reading-facts.service.js';

/** Collects the facts for the metrics of one caller. */
@Injectable()
export class MetricFactsService implements OnApplicationShutdown {
  readonly #process = new ProcessWatch();

  constructor(
    private readonly readings: ReadingFactsService,
    private readonly counts: AuditCountsService,
    private readonly executor: ActionDispatcherService,
    private readonly poller: MeterPollerService,
    private readonly http: HttpAdapterHost,
    private readonly stream: StreamReadersService,
    private readonly database: DatabaseHealth,
    private readonly https: HttpsServerService,
    private readonly config: RuntimeConfig,
    private readonly clock: Clock,
    private readonly faults: ControllerFaults,
  ) {}

  onApplicationShutdown(): void {
    this.#process.stop();
  }

  async for(access: Access): Promise<Facts> {
    return {
      version: VERSION,
      ...(await this.readings.for(access)),
      automation: access.can('viewEventActions') ? this.#automation() : undefined,
      controller: access.can('viewGlobalDeviceSettings') ? await this.#controller() : undefined,
    };
  }

  #automation(): AutomationFacts {
    const { runs, triggers } = this.counts;
    return { runs: runs.all, triggers: triggers.all, waiting: this.executor.waiting };
  }

  async #controller(): Promise<ControllerFacts> {
    const adapter = this.http.httpAdapter as RackfeedExpressAdapter;
    const { state, isWritable } = this.database;
    return {
      ...this.readings.device(this.clock.uptime()),
      polls: this.poller.statistics,
      failuresInARow: this.poller.failures,
      traffic: adapter.traffic.routes,
      connections: { open: adapter.connections.count, closed: adapter.connections.closed },
      streamReaders: this.stream.size,
      auditRecords: this.counts.auditRecords.all,
      database: { state, isWritable, bytes: await sizeOf(dataFile(this.config.dataDir, DATABASE)) },
      https: this.https.state,
      activeFaults: new Set(this.faults.active.map(({ kind }) => kind)),
      process: await this.#process.facts(this.clock),
    };
  }
}
