import type { RuntimeConfig } from '../config/runtime-config.js';
import { Mutex } from '../common/mutex.js';
import type { Millis } from '../common/clock.js';
import type { Delivery } from '../outbound/delivery.js';
import { HostAdapter } from './host-adapter.js';

/** The host system's network, as far as the controller may change it. */
export abstract class HostNetwork {
  /** The reason why it cannot change anything; undefined when it can. */
  abstract readonly unavailableReason: string | undefined;

  /** Moves the default route to the secondary interface (a USB-to-Ethernet accessory). */
  abstract useSecondary(): Promise<Delivery>;

  /**
   * Applies settings to the host system.
   * @param begin answers them when nothing else changes the host system; nothing is applied if it rejects, and so does this
   */
  abstract apply(begin: () => Promise<object>): Promise<Delivery>;
}

/** An installation in which the controller does not manage the network of the host system. */
export class NoHostNetwork extends HostNetwork {
  readonly unavailableReason = 'not configured: this installation has no host network adapter';

  async useSecondary(): Promise<Delivery> {
    return { delivered: false, reason: this.unavailableReason, retry: false };
  }

  async apply(): Promise<Delivery> {
    return this.useSecondary();
  }
}

/** A little less than the time limit of an action. */
const ROUTE_LIMIT: Millis = 9_000;
const SETTINGS_LIMIT: Millis = 30_000;

/** A host system that a host adapter changes, one change after another. */
export class AdaptedHostNetwork extends HostNetwork {
  readonly unavailableReason = undefined;
  readonly #mutex = new Mutex();

  constructor(private readonly adapter: HostAdapter) {
    super();
  }

  useSecondary(): Promise<Delivery> {
    return this.#mutex.run(() => this.adapter.run('use-secondary', ROUTE_LIMIT));
  }

  apply(begin: () => Promise<object>): Promise<Delivery> {
    return this.#mutex.run(async () => this.adapter.run('apply-network', SETTINGS_LIMIT, await begin()));
  }
}

export const hostNetworkOf = ({ hostAdapter }: RuntimeConfig): HostNetwork =>
  hostAdapter === undefined ? new NoHostNetwork() : new AdaptedHostNetwork(new HostAdapter(hostAdapter));
