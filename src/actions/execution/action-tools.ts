import { Injectable } from '@nestjs/common';
import { EnergyCountersService } from '../../energy/energy-counters.service.js';
import { Access, OUTLET_LISTS, PERMISSION_FLAGS, type Permissions } from '../../common/access.js';
import type { Delivery } from '../../outbound/delivery.js';
import { MailChannel } from '../channels/mail/mail.channel.js';
import { PeerChannel } from '../channels/peer/peer.channel.js';
import { PostChannel } from '../channels/post/post.channel.js';
import type { PostStats } from '../channels/post/post.message.js';
import { TrapChannel } from '../channels/trap/trap.channel.js';
import type { EventOccurrence } from '../event-occurrence.js';
import { HostNetwork } from '../../host/host-network.js';
import { SwitchTargetsService } from '../catalogue/switch-targets.service.js';
import { ActionSwitchingService } from './action-switching.service.js';

/** An action sends what its maker chose to whom he chose: the controller itself sees everything. */
const FULL_ACCESS = new Access(
  Object.fromEntries([
    ...PERMISSION_FLAGS.map((flag) => [flag, true]),
    ...OUTLET_LISTS.map((list) => [list, []]),
  ]) as Permissions,
  true,
);

/** The ways out of the controller. */
@Injectable()
export class Channels {
  constructor(
    readonly mail: MailChannel,
    readonly trap: TrapChannel,
    readonly post: PostChannel,
    readonly peer: PeerChannel,
  ) {}

  postOf(url: string, stats: PostStats, occurrence: EventOccurrence): Promise<Delivery> {
    return this.post.post(url, stats, occurrence, FULL_ACCESS);
  }

  previewOfPost(url: string, stats: PostStats, occurrence: EventOccurrence): string | object {
    return this.post.preview(url, stats, occurrence, FULL_ACCESS);
  }
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
