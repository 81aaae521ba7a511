import { Module } from '@nestjs/common';
import { OutletsModule } from '../outlets/outlets.module.js';
import { UsersModule } from '../users/users.module.js';
import { ConfigApply } from './config-apply.service.js';
import { ConfigDocumentController } from './config-document.controller.js';
import { ConfigExport } from './config-export.service.js';

@Module({
  imports: [UsersModule, OutletsModule],
  controllers: [ConfigDocumentController],
  providers: [ConfigExport, ConfigApply],
})
export class ConfigDocumentModule {}
