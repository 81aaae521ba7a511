import { createPublicKey } from 'node:crypto';
import type { Clock, Millis } from '../../common/clock.js';
import type { NameResolver } from '../../common/name-resolver.js';
import { RetryDelay } from '../../common/retry-delay.js';
import type { HubAddress } from '../../config/runtime-config.js';
import type { LinkAddress } from '../../fleet-wire/topics.js';
import { upTopic } from '../../fleet-wire/topics.js';
import type { FleetIdentity, Membership } from '../identity/identity-file.js';
import { BROKER_CLOSED, CLOSED, brokerProblemOf, problemOf, type LinkProblem } from '../link-problem.js';
import type { LinkState } from '../link-status.js';
import type { FleetCommands } from '../ledger/fleet-commands.js';
import type { SenderFactory, Senders } from '../sending/senders.js';
import type { Uplink } from '../sending/uplink.js';
import { HubConnection } from './hub-connection.js';
import { LinkSession, type HelloFacts } from './link-session.js';

/** The longest time between two attempts to connect, before chance is added. */
const LONGEST: Millis = 5 * 60_000;

export interface FleetLinkOptions {
  /** The address of the hub, where its broker is too unless the hub has named others. */
  readonly hub: HubAddress;
  readonly run: number;
  /** The identity of now: its certificate is renewed while the link stands. */
  readonly identity: () => FleetIdentity & { readonly membership: Membership };
  readonly commands: FleetCommands;
  readonly facts: () => HelloFacts;
  readonly onState: (state: LinkState, problem?: LinkProblem) => void;
}

/** Keeps one connection to the hub, and everything that is said over it, until it is closed. */
export class FleetLink {
  readonly session: LinkSession;
  readonly #address: LinkAddress;
  readonly #senders: Senders;
  readonly #delay = new RetryDelay(Math.random, { longest: LONGEST, jitter: 1 });
  #connection: HubConnection | undefined;
  #isTrying = false;
  #isClosed = false;
  #retryAt: Millis = -Infinity;
  #broker: HubAddress | undefined;
  /** Counts the addresses that were tried in vain. */
  #tries = 0;

  constructor(
    private readonly options: FleetLinkOptions,
    private readonly resolver: NameResolver,
    private readonly clock: Clock,
    senders: SenderFactory,
  ) {
    const { run, facts, commands } = options;
    const { pdu, site, shard, hubKey } = options.identity().membership;
    this.#address = { pdu, site, shard };
    const uplink = this.#uplink();
    this.#senders = senders.make(uplink, run, pdu, () => this.session.now);
    this.session = new LinkSession({
      address: this.#address,
      run,
      hubKey: createPublicKey(hubKey),
      uptime: () => clock.uptime(),
      facts,
      uplink,
      onLease: (until) => this.#senders.ticks.onLease(until, clock.uptime()),
      onKey: () => this.#senders.ticks.restart(),
      onQuery: (query) => this.#senders.queries.receive(query),
      onEventsStored: (number) => this.#senders.events.onStored(number),
      onNewestEvent: (number) => this.#senders.events.onNewest(number),
    });
    this.session.start(commands);
  }

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  /** The broker beside the hub that is connected or was tried last; undefined where it is a part of the hub. */
  get broker(): HubAddress | undefined {
    return this.#broker;
  }

  /** The address of the hub, for the audit log. */
  get hub(): string {
    return this.#connection?.hub ?? this.options.hub.host;
  }

  get senders(): Senders {
    return this.#senders;
  }

  /** Connects when that is due, and repeats what the hub has not confirmed. Called once a second. */
  onTick(uptime: Millis): void {
    if (this.#connection) {
      this.session.onTick(uptime);
      this.#senders.events.onTick(uptime);
    } else if (!this.#isTrying && !this.#isClosed && uptime >= this.#retryAt) {
      this.#isTrying = true;
      void this.#connect();
    }
  }

  /** Ends the connection for good; resolves when the hub knows, or after a second. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.end();
  }

  async #connect(): Promise<void> {
    const { hub, run, identity, onState } = this.options;
    const { key, authority, membership } = identity();
    const { brokers = [] } = membership;
    const broker = brokers[this.#tries % brokers.length];
    this.#broker = broker;
    try {
      const connection = await HubConnection.open({
        ...{ ...(broker ?? hub), address: this.#address, run, key, authority, certificate: membership.certificate },
        lookup: this.resolver.lookup((addresses) => addresses),
        onMessage: (topic, payload) => void this.session.onMessage(topic, payload),
        onEnd: () => this.#lost(broker ? BROKER_CLOSED : CLOSED),
      });
      if (this.#isClosed) {
        await connection.end();
        return;
      }
      this.#connection = connection;
      this.#isTrying = false;
      this.#delay.onConnect(this.clock.uptime());
      onState('connected');
      this.session.onConnect();
      this.#senders.onConnect();
    } catch (error) {
      this.#tries++;
      this.#lost(broker ? brokerProblemOf(error, broker) : problemOf(error));
    }
  }

  #lost(problem: LinkProblem): void {
    this.#isTrying = false;
    this.#connection = undefined;
    if (this.#isClosed) return;
    const uptime = this.clock.uptime();
    this.#retryAt = uptime + this.#delay.next(uptime, problem.wait);
    this.options.onState(problem.state, problem);
  }

  #uplink(): Uplink {
    const isOpen = (): boolean => this.#connection !== undefined;
    return {
      get isOpen() {
        return isOpen();
      },
      send: (kind, payload) => this.#connection?.send(upTopic(this.#address, kind), payload, kind === 'tick' ? 0 : 1),
    };
  }
}
