import { Module } from '@nestjs/common';
import { RuntimeConfig } from '../config/runtime-config.js';
import { DatabaseHealth } from '../database/database-health.js';
import { Db } from '../database/db.js';
import { UsersModule } from '../users/users.module.js';
import { ConfigApplyService } from './config-apply.service.js';
import { ConfigDocumentController } from './config-document.controller.js';
import { ConfigExportService } from './config-export.service.js';
import { ConfigResetController } from './config-reset.controller.js';
import { ConfigResetService } from './config-reset.service.js';
import { ResetNote } from './reset-note.js';

/** A reset that was cut off is finished while the application is made: no module has read its files yet. */
async function openResetNote(config: RuntimeConfig, db: Db, health: DatabaseHealth): Promise<ResetNote> {
  const note = new ResetNote(config, db, health);
  await note.finish();
  return note;
}

@Module({
  imports: [UsersModule],
  controllers: [ConfigDocumentController, ConfigResetController],
  providers: [
    ConfigExportService,
    ConfigApplyService,
    ConfigResetService,
    { provide: ResetNote, useFactory: openResetNote, inject: [RuntimeConfig, Db, DatabaseHealth] },
  ],
  exports: [ConfigExportService],
})
export class ConfigurationModule {}
