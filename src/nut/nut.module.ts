import { Module } from '@nestjs/common';
import { ForcedShutdown } from './forced-shutdown.js';
import { NutController } from './nut.controller.js';
import { NutService } from './nut.service.js';

@Module({
  controllers: [NutController],
  providers: [ForcedShutdown, NutService],
  exports: [ForcedShutdown],
})
export class NutModule {}
