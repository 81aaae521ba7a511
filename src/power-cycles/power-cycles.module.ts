import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ResetList } from '../kernel/reset-list.js';
import { CommandQueue } from './command-queue.service.js';
import { PowerCycleRunner } from './power-cycle-runner.service.js';
import { PowerCycleRow } from './power-cycle.entity.js';
import { PowerCycleStore } from './power-cycle.store.js';
import { PowerCycles } from './power-cycles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PowerCycleRow])],
  providers: [PowerCycleStore, PowerCycleRunner, PowerCycles, CommandQueue],
  exports: [PowerCycles, CommandQueue],
})
export class PowerCyclesModule {
  constructor(resets: ResetList) {
    resets.keep(
      'What was turned off for a reboot is turned on again, or the reset would leave it dark.',
      PowerCycleRow,
    );
  }
}
