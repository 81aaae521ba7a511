import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BanksModule } from '../banks/banks.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { EnergyController } from './energy.controller.js';
import { EnergyService } from './energy.service.js';
import { ExtremesStore } from './extremes.store.js';
import { HistoryArchiveService, HistoryLimits } from './history-archive.service.js';
import {
  HistoryBlockEntity,
  HistorySpanEntity,
  HistoryTailEntity,
  HistoryExtremeEntity,
  HistoryObjectEntity,
} from './history.entity.js';
import { HistoryConfiguration } from './history.configuration.js';
import { HistoryController } from './history.controller.js';
import { HistoryMinutesService } from './history-minutes.service.js';
import { HistoryReaderService } from './history-reader.service.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import { HistoryService } from './history.service.js';
import { ObjectNamesService } from './object-names.service.js';
import { PowerHistoryService } from './power-history.service.js';
import { RecentHistoryService } from './recent-history.service.js';
import { ObjectNumberStore } from './object-number.store.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      HistoryBlockEntity,
      HistoryExtremeEntity,
      HistorySpanEntity,
      HistoryTailEntity,
      HistoryObjectEntity,
    ]),
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
    HistoryArchiveService,
    HistoryConfiguration,
    HistoryLimits,
    HistoryMinutesService,
    HistoryReaderService,
    HistoryRecorderService,
    HistoryService,
    ObjectNamesService,
    ObjectNumberStore,
    PowerHistoryService,
    RecentHistoryService,
  ],
  exports: [
    EnergyService,
    HistoryMinutesService,
    HistoryReaderService,
    HistoryRecorderService,
    HistoryService,
    ObjectNamesService,
    PowerHistoryService,
  ],
})
export class HistoryModule {}
