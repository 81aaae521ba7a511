import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SnapshotStore } from '../hardware/snapshot.store.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { GroupCommandsService } from './group-commands.service.js';
import { GroupOutletsService } from './group-outlets.service.js';
import { GroupEntity } from './group.entity.js';
import { GroupStore } from './group.store.js';
import { GroupsConfiguration } from './groups.configuration.js';
import { GroupsController } from './groups.controller.js';
import { GroupsService } from './groups.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([GroupEntity]), OutletsModule, SwitchingModule],
  controllers: [GroupsController],
  providers: [GroupStore, GroupOutletsService, GroupCommandsService, GroupsService, GroupsConfiguration],
  exports: [GroupsService],
})
export class GroupsModule {
  constructor(groups: GroupStore, snapshots: SnapshotStore) {
    groups.onChange(() => snapshots.touch());
  }
}
