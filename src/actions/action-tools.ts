import { Injectable } from '@nestjs/common';
import { EnergyCounters } from '../energy/energy-counters.service.js';
import { Access, OUTLET_LISTS, PERMISSION_FLAGS, type Permissions } from '../kernel/access.js';
import type { Delivery } from './channels/channel.js';
import { MailChannel } from './channels/mail.channel.js';
import { PeerChannel } from './channels/peer.channel.js';
import { PostChannel } from './channels/post.channel.js';
import type { PostStats } from './channels/post.message.js';
import { TrapChannel } from './channels/trap.channel.js';
import type { Firing } from './firing.js';
import { HostNetwork } from './host-network.js';
import { SwitchTargets } from './switch-targets.service.js';
import { Switching } from './switching.service.js';

/** An action sends what its maker chose to whom he chose: the controller itself sees everything. */
const EVERYTHING = new Access(
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

  postOf(url: string, stats: PostStats, firing: Firing): Promise<Delivery> {
    return this.post.post(url, stats, firing, EVERYTHING);
  }

  previewOfPost(url: string, stats: PostStats, firing: Firing): string | object {
    return this.post.preview(url, stats, firing, EVERYTHING);
  }
}

/** All that a row of the catalogue acts through. */
@Injectable()
export class ActionTools {
  constructor(
    readonly targets: SwitchTargets,
    readonly switching: Switching,
    readonly channels: Channels,
    readonly energy: EnergyCounters,
    readonly network: HostNetwork,
  ) {}
}
