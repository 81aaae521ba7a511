import { Module } from '@nestjs/common';
import { ChannelsModule } from '../actions/channels/channels.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { EventsModule } from '../events/events.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { UsersModule } from '../users/users.module.js';
import { SnmpService } from './snmp.service.js';

@Module({
  imports: [
    ChannelsModule,
    BanksModule,
    EventsModule,
    GroupsModule,
    InletsModule,
    OutletsModule,
    RolesModule,
    SensorsModule,
    UsersModule,
  ],
  providers: [SnmpService],
})
export class SnmpModule {}
