import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { HealthFactsRegistry } from '../../common/health-facts.js';
import { FleetPresence } from '../presence/fleet-presence.js';
import { LostSitesController } from '../presence/lost-sites.controller.js';
import { SITE_METRICS } from '../presence/presence.metrics.js';
import { LiveReadings } from './live-readings.js';
import { PduOutletsController } from './pdu-outlets.controller.js';
import { PduStates } from './pdu-states.js';
import { PduQueries } from './pdu-queries.js';
import { PduProfileEntity, PduReadingEntity, PduStateEntity } from './pdu-state.entity.js';
import { ProfilesStore } from './profiles.store.js';
import { StateStore } from './state.store.js';

/** The last known states of the PDUs. */
@Module({
  imports: [TypeOrmModule.forFeature([PduStateEntity, PduReadingEntity, PduProfileEntity])],
  controllers: [PduOutletsController, LostSitesController],
  providers: [StateStore, ProfilesStore, PduQueries, PduStates, LiveReadings, FleetPresence, SITE_METRICS],
  exports: [PduStates, PduQueries, FleetPresence, LiveReadings],
})
export class StateModule {
  constructor(resets: FactoryResets, health: HealthFactsRegistry, presence: FleetPresence) {
    health.add('sites', () => ({ isAnyLost: (access) => presence.lostSitesFor(access).length > 0 }));
    const states = [PduStateEntity, PduReadingEntity, PduProfileEntity];
    resets.keep('PDUs stay as they are, and so does what is known of them.', ...states);
  }
}
