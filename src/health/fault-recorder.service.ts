import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { Ticks } from '../kernel/ticks.js';
import { Clock, type Millis } from '../common/clock.js';
import { ControllerFaults, faultRow, type ControllerFault } from '../common/controller-faults.js';
import { RunMarkerService } from './run-marker.service.js';

const DAY: Millis = 24 * 60 * 60_000;

/** Writes each change of a fault into the log, the audit log and the marker for the next run. */
@Injectable()
export class FaultRecorderService implements OnModuleInit {
  readonly #logger = new Logger('Faults');
  #remindAt: Millis = 0;

  constructor(
    private readonly faults: ControllerFaults,
    private readonly ticks: Ticks,
    private readonly audit: AuditLogService,
    private readonly clock: Clock,
    private readonly marker: RunMarkerService,
  ) {}

  async onModuleInit(): Promise<void> {
    const before = await this.marker.open();
    this.faults.takeOver(before.faults);
    this.faults.onChange((fault) => this.#record(fault));
    if (before.crash) this.faults.notice('restart', before.crash);
    this.ticks.onTick('upkeep', ({ uptime }) => this.#remind(uptime));
  }

  /** Repeats the warning about an ending certificate once a day. */
  #remind(uptime: Millis): void {
    const { active, message } = this.faults.of('certificate') ?? {};
    if (!active || uptime < this.#remindAt) return;
    if (this.#remindAt > 0) this.#logger.warn(message);
    this.#remindAt = uptime + DAY;
  }

  #record(fault: ControllerFault): void {
    const { kind, active, message, stage } = fault;
    if (active) this.#logger.warn(message);
    else this.#logger.log(message);
    this.#remindAt = this.clock.uptime() + DAY;
    this.marker.saveFaults(this.faults.active);
    void this.audit.recordOrQueue({
      kind: active ? 'controller.fault' : 'controller.recovered',
      object: `controller:${kind}`,
      cause: { kind: 'system', who: 'controller' },
      after: { message, ...(stage !== undefined && { stage }) },
      ...(active && { result: faultRow(kind).code }),
    });
  }
}
