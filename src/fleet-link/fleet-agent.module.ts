import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { ConfigurationModule } from '../configuration/configuration.module.js';
import { EventsModule } from '../events/events.module.js';
import { HistoryModule } from '../history/history.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { SwitchingModule } from '../switching/switching.module.js';
import { TimelineModule } from '../timeline/timeline.module.js';
import { EnrolmentService } from './enrolment/enrolment.service.js';
import { EventSource } from './events/event-source.js';
import { OpenEvents } from './events/open-events.js';
import { RaisedEvents } from './events/raised-events.js';
import { FleetAgent } from './fleet-agent.js';
import { FleetLinkModule } from './fleet-link.module.js';
import { FleetRuns } from './fleet-runs.js';
import { FleetCommandService } from './ledger/fleet-command.service.js';
import { FleetSwitchingService } from './ledger/fleet-switching.service.js';
import { ConfigHash } from './sending/config-hash.js';
import { HelloFactsService } from './sending/hello-facts.service.js';
import { PduProfile } from './sending/pdu-profile.js';
import { SenderFactory } from './sending/senders.js';

export { FleetAgent };

/** The part of the link that is loaded in a controller with a hub. */
@Module({
  imports: [
    AuditModule,
    ConfigurationModule,
    EventsModule,
    FleetLinkModule,
    HistoryModule,
    OutletsModule,
    SwitchingModule,
    TimelineModule,
  ],
  providers: [
    ConfigHash,
    EnrolmentService,
    EventSource,
    FleetAgent,
    FleetCommandService,
    FleetRuns,
    FleetSwitchingService,
    HelloFactsService,
    OpenEvents,
    PduProfile,
    RaisedEvents,
    SenderFactory,
  ],
})
export class FleetAgentModule {}
