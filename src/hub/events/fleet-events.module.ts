import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { FleetEventsController } from './events.controller.js';
import { FleetEventsService } from './events.service.js';
import { EventLimits, EventsStore } from './events.store.js';
import { PduEventEntity } from './fleet-event.entity.js';

/** The events of all PDUs. */
@Module({
  imports: [TypeOrmModule.forFeature([PduEventEntity])],
  controllers: [FleetEventsController],
  providers: [EventLimits, EventsStore, FleetEventsService],
  exports: [FleetEventsService],
})
export class FleetEventsModule {
  constructor(resets: FactoryResets, store: EventsStore) {
    resets.add('fleet events', { tables: [PduEventEntity], reset: () => store.deleteAll() });
  }
}
