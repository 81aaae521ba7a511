import type { Server } from 'node:http';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditLogService } from '../audit/audit-log.service.js';
import { DatabaseHealth } from '../database/database-health.js';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { VERSION } from '../common/version.js';

/** The tests that a new version has to pass before it is confirmed. */
@Injectable()
export class SelfTestService {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly snapshots: SnapshotStore,
    private readonly audit: AuditLogService,
    private readonly database: DatabaseHealth,
  ) {}

  /** The failed test as a sentence; undefined if all pass. Writes one entry of the audit log. */
  async problem(): Promise<string | undefined> {
    if (!(this.http.httpAdapter.getHttpServer() as Server).listening) return 'It does not listen.';
    if (!this.snapshots.hasSnapshot || !this.snapshots.current.fresh) return 'It does not reach the hardware.';
    if (this.database.isSafeMode) return 'It cannot use the database.';
    try {
      await this.audit.record({
        kind: 'firmware.selfTest',
        object: 'device',
        cause: { kind: 'system', who: 'firmware' },
        after: { version: VERSION },
      });
      return undefined;
    } catch (error) {
      return `It cannot write the database: ${(error as Error).message}`;
    }
  }
}
