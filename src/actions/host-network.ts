import type { Delivery } from './channels/channel.js';

/** The host system's network, as far as an action may move it. */
export abstract class HostNetwork {
  /** Moves the default route to the secondary interface (a USB-to-Ethernet accessory). */
  abstract useSecondary(): Promise<Delivery>;
}

/** An installation whose host system has not given its network into the controller's hands. */
export class NoHostNetwork extends HostNetwork {
  async useSecondary(): Promise<Delivery> {
    return { delivered: false, reason: 'not configured: this installation has no host network adapter', retry: false };
  }
}
