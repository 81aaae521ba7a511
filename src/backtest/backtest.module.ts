import { Module } from '@nestjs/common';
import { EnergyModule } from '../energy/energy.module.js';
import { EventsModule } from '../events/events.module.js';
import { HistoryModule } from '../history/history.module.js';
import { BacktestController } from './backtest.controller.js';
import { BacktestService } from './backtest.service.js';
import { RecordedValuesService } from './recorded-values.service.js';

@Module({
  imports: [EnergyModule, EventsModule, HistoryModule],
  controllers: [BacktestController],
  providers: [BacktestService, RecordedValuesService],
})
export class BacktestModule {}
