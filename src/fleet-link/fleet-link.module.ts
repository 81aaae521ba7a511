import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../common/factory-resets.js';
import { FleetCommandEntity, FleetRelayEntity } from './ledger/fleet-command.entity.js';
import { LedgerStore } from './ledger/ledger.store.js';

/**
 * The part of the link to a hub that every controller has: the tables of its ledger, whose entries the intent journal
 * must not lose while the controller has no hub.
 */
@Module({
  imports: [TypeOrmModule.forFeature([FleetCommandEntity, FleetRelayEntity])],
  providers: [LedgerStore],
  exports: [LedgerStore],
})
export class FleetLinkModule {
  constructor(resets: FactoryResets) {
    resets.keep(
      'A command of the hub that was carried out once must not be carried out again.',
      FleetCommandEntity,
      FleetRelayEntity,
    );
  }
}
