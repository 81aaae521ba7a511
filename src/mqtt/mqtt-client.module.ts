import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { BanksModule } from '../banks/banks.module.js';
import { EnergyModule } from '../energy/energy.module.js';
import { EventsModule } from '../events/events.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { InletsModule } from '../inlets/inlets.module.js';
import { OutboundModule } from '../outbound/outbound.module.js';
import { OutletsModule } from '../outlets/outlets.module.js';
import { RelayOutputsModule } from '../relay-outputs/relay-outputs.module.js';
import { SensorsModule } from '../sensors/sensors.module.js';
import { UsersModule } from '../users/users.module.js';
import { CommandRefusals } from './commands/command-refusals.js';
import { MqttCommands } from './commands/mqtt-commands.js';
import { Discovery } from './discovery/discovery.service.js';
import { MqttClient } from './mqtt-client.js';
import { EventMessages } from './publishing/event-messages.js';
import { Publications } from './publishing/publications.js';

export { MqttClient };

/** The part of MQTT that is loaded when it is first switched on or tested. */
@Module({
  imports: [
    AuditModule,
    BanksModule,
    EnergyModule,
    EventsModule,
    GroupsModule,
    InletsModule,
    OutboundModule,
    OutletsModule,
    RelayOutputsModule,
    SensorsModule,
    UsersModule,
  ],
  providers: [CommandRefusals, Discovery, EventMessages, MqttClient, MqttCommands, Publications],
})
export class MqttClientModule {}
