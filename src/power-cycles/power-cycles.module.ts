import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PowerCycleRunner } from './power-cycle-runner.service.js';
import { PowerCycleRow } from './power-cycle.entity.js';
import { PowerCycleStore } from './power-cycle.store.js';
import { PowerCycles } from './power-cycles.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PowerCycleRow])],
  providers: [PowerCycleStore, PowerCycleRunner, PowerCycles],
  exports: [PowerCycles],
})
export class PowerCyclesModule {}
