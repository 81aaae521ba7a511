import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditBounds } from './audit-bounds.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditLog } from './audit-log.service.js';
import { LogController } from './log.controller.js';
import { LogService } from './log.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry])],
  controllers: [LogController],
  providers: [AuditBounds, AuditLog, LogService],
  exports: [AuditLog],
})
export class AuditModule {}
