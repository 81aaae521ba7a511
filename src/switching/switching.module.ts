import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../common/factory-resets.js';
import { CommandOrder } from '../kernel/command-order.js';
import { PowerCycleRunner } from './power-cycle-runner.js';
import { PowerCycleEntity } from './power-cycle.entity.js';
import { PowerCycleStore } from './power-cycle.store.js';
import { RelayCommands } from './relay-commands.js';
import { SwitchingService } from './switching.service.js';
import { UndoOffers } from './undo-offers.js';
import { UndoController } from './undo.controller.js';
import { UndoService } from './undo.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([PowerCycleEntity])],
  controllers: [UndoController],
  providers: [PowerCycleStore, PowerCycleRunner, RelayCommands, SwitchingService, UndoOffers, UndoService],
  exports: [SwitchingService, UndoOffers, PowerCycleStore],
})
export class SwitchingModule {
  constructor(resets: FactoryResets, order: CommandOrder, switching: SwitchingService) {
    order.set((work) => switching.first(work));
    resets.keep(
      'What was turned off for a reboot is turned on again, or the reset would leave it dark.',
      PowerCycleEntity,
    );
  }
}
