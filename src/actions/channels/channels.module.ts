import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BanksModule } from '../../banks/banks.module.js';
import { InletsModule } from '../../inlets/inlets.module.js';
import { OutboundModule } from '../../outbound/outbound.module.js';
import { OutletsModule } from '../../outlets/outlets.module.js';
import { SensorsModule } from '../../sensors/sensors.module.js';
import { Authorities } from './authorities.js';
import { MailChannel } from './mail.channel.js';
import { CurrentMeasurements } from './measurements.service.js';
import { Outbound } from './outbound.service.js';
import { PeerChannel } from './peer.channel.js';
import { PeerPin } from './peer-pin.entity.js';
import { PeerPins } from './peer-pins.service.js';
import { PostChannel } from './post.channel.js';
import { SnmpEngineRow } from './snmp-engine.entity.js';
import { SnmpEngine } from './snmp-engine.service.js';
import { Sockets } from './sockets.js';
import { CurrentTrapFacts } from './trap-facts.service.js';
import { TrapChannel } from './trap.channel.js';

const CHANNELS = [MailChannel, TrapChannel, PostChannel, PeerChannel];

/** The ways in which messages and commands leave the controller. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PeerPin, SnmpEngineRow]),
    OutboundModule,
    InletsModule,
    BanksModule,
    SensorsModule,
    OutletsModule,
  ],
  providers: [...CHANNELS, Authorities, CurrentMeasurements, CurrentTrapFacts, Outbound, PeerPins, SnmpEngine, Sockets],
  exports: [...CHANNELS, Outbound, PeerPins, SnmpEngine],
})
export class ChannelsModule {}
