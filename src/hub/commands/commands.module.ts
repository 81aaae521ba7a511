import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactoryResets } from '../../common/factory-resets.js';
import { StateModule } from '../state/state.module.js';
import { CommandLimits, CommandStore } from './command.store.js';
import { CommandsController, SendCommandController } from './commands.controller.js';
import { CommandsListService } from './commands-list.service.js';
import { CommandsService } from './commands.service.js';
import { HubCommandEntity } from './hub-command.entity.js';

/** Commands of the hub to the outlets of its PDUs. */
@Module({
  imports: [TypeOrmModule.forFeature([HubCommandEntity]), StateModule],
  controllers: [SendCommandController, CommandsController],
  providers: [CommandLimits, CommandStore, CommandsService, CommandsListService],
  exports: [CommandsService],
})
export class CommandsModule {
  constructor(resets: FactoryResets) {
    resets.keep(
      'Open commands go on, and a newer one must have a higher number than all that PDUs know.',
      HubCommandEntity,
    );
  }
}
