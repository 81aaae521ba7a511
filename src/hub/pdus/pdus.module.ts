import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { Subjects } from '../../kernel/subjects.js';
import { SwitchablePdus, VisiblePdus } from './pdu-finders.js';
import { FleetSubjects } from '../process/fleet-subjects.js';
import { PduDeletion } from './pdu-deletion.js';
import { PduFacts } from './pdu-facts.js';
import { PduEntity } from './pdu.entity.js';
import { PduStore } from './pdu.store.js';
import { PdusConfiguration } from './pdus.configuration.js';
import { PdusService } from './pdus.service.js';

@Global()
@Module({
  imports: [TypeOrmModule.forFeature([PduEntity])],
  providers: [
    PduStore,
    PdusService,
    VisiblePdus,
    SwitchablePdus,
    PduFacts,
    PduDeletion,
    PdusConfiguration,
    {
      // Loaded before it is injected anywhere: roles drop PDUs that they do not find.
      provide: Subjects,
      inject: [PduStore, PdusService],
      useFactory: async (store: PduStore, pdus: PdusService) => {
        await store.load();
        return new FleetSubjects(pdus);
      },
    },
  ],
  exports: [PduStore, PdusService, VisiblePdus, SwitchablePdus, PduFacts, PduDeletion, Subjects],
})
export class PdusModule {
  constructor(resets: FactoryResets) {
    resets.keep('PDUs rely on their hub: each would have to be enrolled again on site.', PduEntity);
  }
}
