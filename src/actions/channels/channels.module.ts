import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BanksModule } from '../../banks/banks.module.js';
import { FactoryResets } from '../../common/factory-resets.js';
import { InletsModule } from '../../inlets/inlets.module.js';
import { OutboundModule } from '../../outbound/outbound.module.js';
import { OutletsModule } from '../../outlets/outlets.module.js';
import { SensorsModule } from '../../sensors/sensors.module.js';
import { TrustedAuthorities } from './trusted-authorities.js';
import { MailChannel } from './mail/mail.channel.js';
import { MeasurementsService } from './post/measurements.service.js';
import { PeerChannel } from './peer/peer.channel.js';
import { PeerPinEntity } from './peer/peer-pin.entity.js';
import { PeerPinsService } from './peer/peer-pins.service.js';
import { PostChannel } from './post/post.channel.js';
import { SnmpEngineEntity } from './trap/snmp-engine.entity.js';
import { SnmpEngineService } from './trap/snmp-engine.service.js';
import { TrapFactsService } from './trap/trap-facts.service.js';
import { TrapChannel } from './trap/trap.channel.js';

const CHANNELS = [MailChannel, TrapChannel, PostChannel, PeerChannel];

/** The ways in which messages and commands leave the controller. */
@Module({
  imports: [
    TypeOrmModule.forFeature([PeerPinEntity, SnmpEngineEntity]),
    OutboundModule,
    InletsModule,
    BanksModule,
    SensorsModule,
    OutletsModule,
  ],
  providers: [
    ...CHANNELS,
    TrustedAuthorities,
    MeasurementsService,
    TrapFactsService,
    PeerPinsService,
    SnmpEngineService,
  ],
  exports: [...CHANNELS, SnmpEngineService, TrustedAuthorities],
})
export class ChannelsModule {
  constructor(resets: FactoryResets, pins: PeerPinsService, engine: SnmpEngineService) {
    resets.add('peers', { tables: [PeerPinEntity], reset: () => pins.deleteAll() });
    resets.add('SNMP engine', { tables: [SnmpEngineEntity], reset: () => engine.renew() });
  }
}
