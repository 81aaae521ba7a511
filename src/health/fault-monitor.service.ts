import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AuditLogService } from '../audit/audit-log.service.js';
import { DatabaseHealth } from '../database/database-health.js';
import { Ticks } from '../kernel/ticks.js';
import { ControllerFaults } from '../common/controller-faults.js';
import { detectFaults, DETECTED_KINDS } from './fault-detection.js';
import { HealthService } from './health.service.js';

/** Checks for faults of the controller once a second. */
@Injectable()
export class FaultMonitorService implements OnModuleInit {
  constructor(
    private readonly faults: ControllerFaults,
    private readonly health: HealthService,
    private readonly database: DatabaseHealth,
    private readonly ticks: Ticks,
    private readonly audit: AuditLogService,
  ) {}

  onModuleInit(): void {
    this.ticks.onTick('faults', () => this.#onTick());
  }

  #onTick(): void {
    const found = detectFaults(this.health.faultFacts);
    for (const kind of DETECTED_KINDS) {
      const report = found.get(kind);
      if (report) this.faults.report(kind, report);
      else this.faults.clear(kind);
    }
    this.faults.endAbsent();
    if (this.database.isWritable) void this.audit.storePending();
  }
}
