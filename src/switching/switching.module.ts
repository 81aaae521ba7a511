import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../common/factory-resets.js';
import { CommandQueue } from './command-queue.js';
import { PowerCycleRunner } from './power-cycle-runner.js';
import { PowerCycleEntity } from './power-cycle.entity.js';
import { PowerCycleStore } from './power-cycle.store.js';
import { PowerCyclesService } from './power-cycles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PowerCycleEntity])],
  providers: [PowerCycleStore, PowerCycleRunner, PowerCyclesService, CommandQueue],
  exports: [PowerCyclesService, CommandQueue],
})
export class SwitchingModule {
  constructor(resets: FactoryResets) {
    resets.keep(
      'What was turned off for a reboot is turned on again, or the reset would leave it dark.',
      PowerCycleEntity,
    );
  }
}
