import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OutletsModule } from '../outlets/outlets.module.js';
import { PowerCyclesModule } from '../power-cycles/power-cycles.module.js';
import { GroupCommands } from './group-commands.service.js';
import { GroupOutlets } from './group-outlets.service.js';
import { Group } from './group.entity.js';
import { GroupStore } from './group.store.js';
import { GroupsConfiguration } from './groups.configuration.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([Group]), OutletsModule, PowerCyclesModule],
  controllers: [GroupsController],
  providers: [GroupStore, GroupOutlets, GroupCommands, GroupsService, GroupsConfiguration],
  exports: [GroupsService],
})
export class GroupsModule {}
