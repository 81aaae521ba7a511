import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { StateModule } from '../state/state.module.js';
import { BackfillService } from './backfill.service.js';
import { MinuteHourEntity } from './minute-hour.entity.js';
import { MinuteRecorder } from './minute-recorder.js';
import { PduMinutesController } from './minutes.controller.js';
import { MinutesService } from './minutes.service.js';
import { MinutesStore } from './minutes.store.js';

/** The readings of all PDUs by the minute. */
@Module({
  imports: [TypeOrmModule.forFeature([MinuteHourEntity]), StateModule],
  controllers: [PduMinutesController],
  providers: [MinutesStore, MinuteRecorder, BackfillService, MinutesService],
  exports: [MinuteRecorder, BackfillService],
})
export class ReadingsModule {
  constructor(resets: FactoryResets, store: MinutesStore) {
    resets.add('fleet readings', { tables: [MinuteHourEntity], reset: () => store.deleteAll() });
  }
}
