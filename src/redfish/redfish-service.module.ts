import { Module } from '@nestjs/common';
import { ChannelsModule } from '../actions/channels/channels.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { EventsModule } from '../events/events.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { HistoryModule } from '../history/history.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutboundModule } from '../outbound/outbound.module.js';
import { OutboxModule } from '../outbox/outbox.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RolesModule } from '../roles/roles.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { TlsModule } from '../tls/tls.module.js';
import { UsersModule } from '../users/users.module.js';
import { RedfishCredentials } from './credentials.js';
import { PduIdentity } from './resources/identity.js';
import { RedfishResources, RESOURCES } from './resources/index.js';
import { MetricsReset } from './resources/metrics-reset.js';
import { RedfishService } from './redfish.service.js';
import { EventCounters } from './events/event-counters.js';
import { EventHub } from './events/event-hub.js';
import { EventPush } from './events/event-push.service.js';
import { EventSender } from './events/event-sender.js';
import { EventSources } from './events/sources/event-sources.js';
import { EventStreams } from './events/event-stream.service.js';
import { RedfishModule } from './redfish.module.js';
import { RoleIds } from './role-ids.js';
import { StandardRoles } from './standard-roles.js';

export { EventCounters, EventPush, EventStreams, RedfishService, StandardRoles };

/** The part of Redfish that is loaded when it is switched on for the first time. */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    BanksModule,
    ChannelsModule,
    EnergyModule,
    EventsModule,
    GroupsModule,
    HistoryModule,
    InletsModule,
    OutboundModule,
    OutboxModule,
    OutletsModule,
    RedfishModule,
    RolesModule,
    SwitchingModule,
    TlsModule,
    UsersModule,
  ],
  providers: [
    ...RESOURCES,
    EventCounters,
    EventHub,
    EventPush,
    EventSender,
    EventSources,
    EventStreams,
    MetricsReset,
    PduIdentity,
    RedfishCredentials,
    RedfishResources,
    RedfishService,
    RoleIds,
    StandardRoles,
  ],
})
export class RedfishServiceModule {}
