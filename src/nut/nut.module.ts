import { Module } from '@nestjs/common';
import { RolesModule } from '../roles/roles.module.js';
import { ForcedShutdown } from './forced-shutdown.js';
import { NutController } from './nut.controller.js';
import { NutService } from './nut.service.js';

@Module({
  imports: [RolesModule],
  controllers: [NutController],
  providers: [ForcedShutdown, NutService],
  exports: [ForcedShutdown],
})
export class NutModule {}
