import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../common/factory-resets.js';
import { HealthFactsRegistry } from '../common/health-facts.js';
import { EventOutbox } from './events/event-outbox.js';
import { FleetEventEntity } from './events/fleet-event.entity.js';
import { RaisedEventEntity } from './events/raised-event.entity.js';
import { FleetLinkController } from './fleet-link.controller.js';
import { FLEET_LINK_METRICS } from './fleet-link.metrics.js';
import { FleetLinkService } from './fleet-link.service.js';
import { FleetNumberEntity } from './fleet-number.entity.js';
import { IdentityFile } from './identity/identity-file.js';
import { FleetCommandEntity, FleetRelayEntity } from './ledger/fleet-command.entity.js';
import { LedgerStore } from './ledger/ledger.store.js';

/**
 * The part of the link to a hub that every controller has: its tables, as the intent journal must not lose entries while
 * the controller has no hub, and what starts the rest in a controller that has one.
 */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      FleetCommandEntity,
      FleetRelayEntity,
      FleetEventEntity,
      FleetNumberEntity,
      RaisedEventEntity,
    ]),
  ],
  controllers: [FleetLinkController],
  providers: [EventOutbox, FLEET_LINK_METRICS, FleetLinkService, IdentityFile, LedgerStore],
  exports: [EventOutbox, FleetLinkService, IdentityFile, LedgerStore],
})
export class FleetLinkModule {
  constructor(
    resets: FactoryResets,
    health: HealthFactsRegistry,
    link: FleetLinkService,
    outbox: EventOutbox,
    identity: IdentityFile,
  ) {
    resets.keep(
      'A command of the hub that was carried out once must not be carried out again.',
      FleetCommandEntity,
      FleetRelayEntity,
    );
    resets.keep('A hub takes what has a number that it knows for something old.', FleetNumberEntity);
    resets.add('fleet', { tables: [FleetEventEntity, RaisedEventEntity], reset: () => outbox.deleteAll() });
    resets.addFiles({ names: () => identity.names, forget: () => link.forget() });
    health.add('hub', () => (link.hub ? { trouble: link.trouble } : undefined));
  }
}
