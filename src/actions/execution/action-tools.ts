import { Injectable } from '@nestjs/common';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { MailChannel } from '../channels/mail/mail.channel.js';
import { PeerChannel } from '../channels/peer/peer.channel.js';
import { PostChannel } from '../channels/post/post.channel.js';
import { TrapChannel } from '../channels/trap/trap.channel.js';
import { HostNetwork } from '../../host/host-network.js';
import { SwitchTargetsService } from '../catalogue/switch-targets.service.js';
import { ActionSwitchingService } from './action-switching.service.js';

/** The ways out of the controller. */
@Injectable()
export class Channels {
  constructor(
    readonly mail: MailChannel,
    readonly trap: TrapChannel,
    readonly post: PostChannel,
    readonly peer: PeerChannel,
  ) {}
}

/** All that a row of the catalogue acts through. */
@Injectable()
export class ActionTools {
  constructor(
    readonly targets: SwitchTargetsService,
    readonly switching: ActionSwitchingService,
    readonly channels: Channels,
    readonly energy: EnergyCountersService,
    readonly network: HostNetwork,
  ) {}
}
