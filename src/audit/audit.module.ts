import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../common/factory-resets.js';
import { AuditBounds } from './audit-bounds.js';
import { AuditEntryEntity } from './audit-entry.entity.js';
import { AuditLogService } from './audit-log.service.js';
import { EntryReader } from './entry-reader.js';
import { EntryRights } from './entry-rights.js';
import { LogController } from './log.controller.js';
import { LogService } from './log.service.js';
import { NewestEntries } from './newest-entries.js';
import { NewestReadable } from './newest-readable.js';
import { AUDIT_METRICS } from './audit.metrics.js';
import { Diagnostics } from '../common/diagnostics.js';
import { shareableEntry } from './log.view.js';

/** The newest entries that the diagnostics file has. */
const DIAGNOSTICS_ENTRIES = 500;

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntryEntity])],
  controllers: [LogController],
  providers: [
    AuditBounds,
    AuditLogService,
    AUDIT_METRICS,
    EntryRights,
    LogService,
    NewestEntries,
    NewestReadable,
    EntryReader,
  ],
  exports: [AuditLogService, EntryReader, EntryRights, LogService, NewestEntries, NewestReadable],
})
export class AuditModule {
  constructor(resets: FactoryResets, diagnostics: Diagnostics, log: LogService) {
    resets.keep('The log keeps its records, and has the reset itself.', AuditEntryEntity);
    diagnostics.add('audit', async () => (await log.page({ limit: DIAGNOSTICS_ENTRIES })).entries.map(shareableEntry));
  }
}
