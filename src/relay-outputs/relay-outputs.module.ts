import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PowerCyclesModule } from '../power-cycles/power-cycles.module.js';
import { RelayOutputSettings } from './relay-output-settings.service.js';
import { RelayOutput } from './relay-output.entity.js';
import { RelayOutputsConfiguration } from './relay-outputs.configuration.js';
import { RelayOutputsController } from './relay-outputs.controller.js';
import { RelayOutputsService } from './relay-outputs.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([RelayOutput]), PowerCyclesModule],
  controllers: [RelayOutputsController],
  providers: [RelayOutputSettings, RelayOutputsService, RelayOutputsConfiguration],
  exports: [RelayOutputsService],
})
export class RelayOutputsModule {}
