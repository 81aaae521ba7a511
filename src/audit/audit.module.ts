import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ResetList } from '../kernel/reset-list.js';
import { AuditBounds } from './audit-bounds.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditLog } from './audit-log.service.js';
import { EntryRights } from './entry-rights.js';
import { LogController } from './log.controller.js';
import { LogService } from './log.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  controllers: [LogController],
  providers: [AuditBounds, AuditLog, EntryRights, LogService],
  exports: [AuditLog, EntryRights, LogService],
})
export class AuditModule {
  constructor(resets: ResetList) {
    resets.keep('Who did what is known for as long as the log reaches, the reset itself among it.', AuditEntry);
  }
}
