import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SwitchingModule } from '../switching/switching.module.js';
import { RelayOutputStore } from './relay-output.store.js';
import { RelayOutputEntity } from './relay-output.entity.js';
import { RelayOutputsConfiguration } from './relay-outputs.configuration.js';
import { RelayOutputsController } from './relay-outputs.controller.js';
import { RelayOutputsService } from './relay-outputs.service.js';
import { RELAY_OUTPUT_METRICS } from './relay-output.metrics.js';

@Module({
  imports: [TypeOrmModule.forFeature([RelayOutputEntity]), SwitchingModule],
  controllers: [RelayOutputsController],
  providers: [RelayOutputStore, RelayOutputsService, RELAY_OUTPUT_METRICS, RelayOutputsConfiguration],
  exports: [RelayOutputsService],
})
export class RelayOutputsModule {}
