import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { FleetEventsController } from './events.controller.js';
import { FleetEventsService } from './events.service.js';
import { EventLimits, EventsStore } from './events.store.js';
import { PduEventEntity } from './fleet-event.entity.js';
import { PduAlarms } from './pdu-alarms.js';

/** The events of all PDUs. */
@Module({
  imports: [TypeOrmModule.forFeature([PduEventEntity])],
  controllers: [FleetEventsController],
  providers: [EventLimits, EventsStore, PduAlarms, FleetEventsService],
  exports: [FleetEventsService],
})
export class FleetEventsModule {
  constructor(resets: FactoryResets, store: EventsStore, alarms: PduAlarms) {
    resets.add('fleet events', {
      tables: [PduEventEntity],
      reset: async () => {
        await store.deleteAll();
        alarms.clear();
      },
    });
  }
}
