import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { ConfigApplyService } from './config-apply.service.js';
import { ConfigDocumentController } from './config-document.controller.js';
import { ConfigExportService } from './config-export.service.js';
import { ConfigResetController } from './config-reset.controller.js';
import { ConfigResetService } from './config-reset.service.js';

@Module({
  imports: [UsersModule],
  controllers: [ConfigDocumentController, ConfigResetController],
  providers: [ConfigExportService, ConfigApplyService, ConfigResetService],
  exports: [ConfigExportService],
})
export class ConfigurationModule {}
