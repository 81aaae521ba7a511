import type { RuntimeConfig } from '../config/runtime-config.js';
import { Mutex } from '../common/mutex.js';
import type { Millis } from '../common/clock.js';
import type { Delivery } from '../outbound/delivery.js';
import { HostAdapter } from './host-adapter.js';

/** The host system's network, as far as the controller may change it. */
export abstract class HostNetwork {
  /** Why it can change nothing, if so. */
  abstract readonly unavailableReason: string | undefined;

  /** Moves the default route to the secondary interface (a USB-to-Ethernet accessory). */
  abstract useSecondary(): Promise<Delivery>;

  /** Makes the host system what these settings say; undefined where that is not the controller's business. */
  abstract apply(settings: object): Promise<Delivery | undefined>;
}

/** An installation whose host system has not given its network into the controller's hands. */
export class NoHostNetwork extends HostNetwork {
  readonly unavailableReason = 'not configured: this installation has no host network adapter';

  async useSecondary(): Promise<Delivery> {
    return { delivered: false, reason: this.unavailableReason, retry: false };
  }

  async apply(): Promise<undefined> {
    return undefined;
  }
}

/** A little less than an action may take. */
const ROUTE_LIMIT: Millis = 9_000;
const SETTINGS_LIMIT: Millis = 30_000;

/** A host system that a host adapter changes, one thing after another. */
export class AdaptedHostNetwork extends HostNetwork {
  readonly unavailableReason = undefined;
  readonly #mutex = new Mutex();

  constructor(private readonly adapter: HostAdapter) {
    super();
  }

  useSecondary(): Promise<Delivery> {
    return this.#mutex.run(() => this.adapter.run('use-secondary', ROUTE_LIMIT));
  }

  apply(settings: object): Promise<Delivery> {
    return this.#mutex.run(() => this.adapter.run('apply-network', SETTINGS_LIMIT, settings));
  }
}

export const hostNetworkOf = ({ hostAdapter }: RuntimeConfig): HostNetwork =>
  hostAdapter === undefined ? new NoHostNetwork() : new AdaptedHostNetwork(new HostAdapter(hostAdapter));
