import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { SwitchablePdus, VisiblePdus } from '../pdu-finders.js';
import { LiveReadings } from './live-readings.js';
import { PduOutletsController } from './pdu-outlets.controller.js';
import { PduPictures } from './pdu-pictures.js';
import { PduQueries } from './pdu-queries.js';
import { PduProfileEntity, PduStateEntity } from './pdu-state.entity.js';
import { ProfilesStore } from './profiles.store.js';
import { StateStore } from './state.store.js';

/** The pictures that the hub has of its PDUs. */
@Module({
  imports: [TypeOrmModule.forFeature([PduStateEntity, PduProfileEntity])],
  controllers: [PduOutletsController],
  providers: [VisiblePdus, SwitchablePdus, StateStore, ProfilesStore, PduQueries, PduPictures, LiveReadings],
  exports: [VisiblePdus, SwitchablePdus, PduPictures, PduQueries],
})
export class StateModule {
  constructor(resets: FactoryResets) {
    resets.keep('PDUs stay as they are, and so does what is known of them.', PduStateEntity, PduProfileEntity);
  }
}
