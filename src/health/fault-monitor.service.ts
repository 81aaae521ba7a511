import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.service.js';
import { DatabaseHealth } from '../database/database-health.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { Clock, type Millis } from '../kernel/clock.js';
import { ControllerFaults, faultRow, type ControllerFault } from '../kernel/controller-faults.js';
import { faultsOf, WATCHED } from './faults-of.js';
import { Health } from './health.service.js';
import { RunMarker } from './run-marker.service.js';

const DAY: Millis = 24 * 60 * 60_000;

/** Looks for faults of the controller once a second, and writes each change into the log and the audit log. */
@Injectable()
export class FaultMonitor implements OnModuleInit {
  readonly #logger = new Logger('Faults');
  #remindAt: Millis = 0;

  constructor(
    private readonly faults: ControllerFaults,
    private readonly health: Health,
    private readonly database: DatabaseHealth,
    private readonly snapshots: SnapshotStore,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly marker: RunMarker,
  ) {}

  async onModuleInit(): Promise<void> {
    const before = await this.marker.open();
    this.faults.takeOver(before.faults);
    this.faults.onChange((fault) => this.#tell(fault));
    if (before.crash) this.faults.notice('restart', before.crash);
    this.snapshots.onSnapshot('faults', ({ uptime }) => this.#look(uptime));
  }

  #look(uptime: Millis): void {
    const found = faultsOf(this.health.faultFacts);
    for (const kind of WATCHED) {
      const report = found.get(kind);
      if (report) this.faults.report(kind, report);
      else this.faults.clear(kind);
    }
    this.faults.endAbsent();
    if (this.database.isWritable) void this.audit.storeKept();
    this.#remind(uptime);
  }

  /** A certificate that is about to end is easily forgotten: once a day. */
  #remind(uptime: Millis): void {
    const { active, message } = this.faults.of('certificate') ?? {};
    if (!active || uptime < this.#remindAt) return;
    if (this.#remindAt > 0) this.#logger.warn(message);
    this.#remindAt = uptime + DAY;
  }

  #tell(fault: ControllerFault): void {
    const { kind, active, message, stage } = fault;
    if (active) this.#logger.warn(message);
    else this.#logger.log(message);
    this.#remindAt = this.clock.uptime() + DAY;
    this.marker.keep(this.faults.active);
    void this.audit.recordInAnyCase({
      kind: active ? 'controller.fault' : 'controller.recovered',
      object: `controller:${kind}`,
      cause: { kind: 'system', who: 'controller' },
      after: { message, ...(stage !== undefined && { stage }) },
      ...(active && { result: faultRow(kind).code }),
    });
  }
}
