import { Module } from '@nestjs/common';
import { HistoryModule } from '../history/history.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { CapacityStatisticsService } from './capacity-statistics.service.js';
import { CapacityController } from './capacity.controller.js';
import { CapacityService } from './capacity.service.js';

@Module({
  imports: [InletsModule, OutletsModule, HistoryModule],
  controllers: [CapacityController],
  providers: [CapacityService, CapacityStatisticsService],
})
export class CapacityModule {}
