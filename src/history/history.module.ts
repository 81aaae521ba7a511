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
import { HistoryArchiveService } from './history-archive.service.js';
import { HistoryBlockEntity } from './history-block.entity.js';
import { HistoryConfiguration } from './history.configuration.js';
import { HistoryController } from './history.controller.js';
import { HistoryExtremeEntity } from './history-extreme.entity.js';
import { HistoryLimits } from './history-limits.js';
import { HistoryReaderService } from './history-reader.service.js';
import { HistoryRecorderService } from './history-recorder.service.js';
import { HistoryService } from './history.service.js';
import { HistorySpanEntity } from './history-span.entity.js';
import { HistoryTailEntity } from './history-tail.entity.js';
import { HistoryObjectEntity } from './history-object.entity.js';
import { ObjectNamesService } from './object-names.service.js';
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
    HistoryReaderService,
    HistoryRecorderService,
    HistoryService,
    ObjectNamesService,
    ObjectNumberStore,
  ],
})
export class HistoryModule {}
