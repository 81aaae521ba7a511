import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BanksModule } from '../banks/banks.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { EnergyController } from './energy.controller.js';
import { EnergyService } from './energy.service.js';
import { ExtremesStore } from './extremes-store.service.js';
import { HistoryArchive } from './history-archive.service.js';
import { HistoryBlock } from './history-block.entity.js';
import { HistoryConfiguration } from './history.configuration.js';
import { HistoryController } from './history.controller.js';
import { HistoryExtreme } from './history-extreme.entity.js';
import { HistoryLimits } from './history-limits.js';
import { HistoryReader } from './history-reader.service.js';
import { HistoryRecorder } from './history-recorder.service.js';
import { HistoryService } from './history.service.js';
import { HistorySpan } from './history-span.entity.js';
import { HistoryTail } from './history-tail.entity.js';
import { HistoryThing } from './history-thing.entity.js';
import { ThingNames } from './thing-names.service.js';
import { ThingNumbers } from './thing-numbers.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([HistoryBlock, HistoryExtreme, HistorySpan, HistoryTail, HistoryThing]),
    InletsModule,
    BanksModule,
    SensorsModule,
    OutletsModule,
    EnergyModule,
  ],
  controllers: [HistoryController, EnergyController],
  providers: [
    EnergyService,
    ExtremesStore,
    HistoryArchive,
    HistoryConfiguration,
    HistoryLimits,
    HistoryReader,
    HistoryRecorder,
    HistoryService,
    ThingNames,
    ThingNumbers,
  ],
})
export class HistoryModule {}
