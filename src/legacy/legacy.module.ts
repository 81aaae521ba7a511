import { Module } from '@nestjs/common';
import { GroupsModule } from '../groups/groups.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { LegacyController } from './legacy.controller.js';
import { LegacyService } from './legacy.service.js';

@Module({ imports: [OutletsModule, GroupsModule], controllers: [LegacyController], providers: [LegacyService] })
export class LegacyModule {}
