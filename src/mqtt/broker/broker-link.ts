import type { Clock, Millis } from '../../common/clock.js';
import { RetryDelay } from '../../common/retry-delay.js';
import type { OutboundPolicyService } from '../../outbound/outbound-policy.service.js';
import type { LinkStatus, MqttState } from '../mqtt-status.js';
import {
  BrokerConnection,
  dialectsOf,
  versionOf,
  type Dialect,
  type Message,
  type Received,
} from './broker-connection.js';
import type { BrokerSettings } from './broker-settings.js';
import { openSocket } from './open-socket.js';
import { lossByError, type Loss } from './refusals.js';

export interface LinkOptions {
  readonly settings: BrokerSettings;
  readonly will: Message;
  readonly onConnect: (connection: BrokerConnection) => void;
  readonly onMessage: (message: Received) => void;
  /** The connection has ended, or none was made. */
  readonly onLoss: (status: LinkStatus, loss: Loss) => void;
  readonly onDrain: () => void;
}

/** Keeps one connection to the broker, with the same settings until it is closed. */
export class BrokerLink {
  readonly #delay: RetryDelay;
  /** The dialects that the broker has not refused. */
  #dialects: readonly Dialect[];
  #connection: BrokerConnection | undefined;
  #state: MqttState = 'connecting';
  #since: Millis;
  #lostAt: Millis | undefined;
  #reason: string | undefined;
  #retryAt: Millis = 0;
  #isTrying = false;
  #isClosed = false;

  constructor(
    private readonly options: LinkOptions,
    private readonly targets: OutboundPolicyService,
    private readonly clock: Clock,
    random: () => number = Math.random,
  ) {
    this.#dialects = dialectsOf(options.settings.version);
    this.#since = clock.now();
    this.#lostAt = clock.uptime();
    this.#delay = new RetryDelay(random);
  }

  get status(): LinkStatus {
    return {
      state: this.#state,
      since: this.#since,
      protocol: this.#state === 'connected' && this.#connection ? versionOf(this.#connection.dialect) : undefined,
      reason: this.#reason,
      lostAt: this.#lostAt,
    };
  }

  /** The connection once the broker has admitted it; undefined while there is none. */
  get connection(): BrokerConnection | undefined {
    return this.#state === 'connected' ? this.#connection : undefined;
  }

  /** Connects when that is due. Called at the start and once a second. */
  onTick(uptime: Millis): void {
    if (this.#isClosed || this.#isTrying || this.#state === 'connected' || uptime < this.#retryAt) return;
    this.#isTrying = true;
    void this.#connect();
  }

  /** Ends the connection for good; resolves when the broker knows, or after a second. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#state === 'connected') await this.#connection?.end();
    else this.#connection?.destroy();
  }

  async #connect(): Promise<void> {
    const { settings, will, onMessage, onDrain } = this.options;
    try {
      const socket = await openSocket(settings, this.targets);
      if (this.#isClosed) {
        socket.destroy();
        return;
      }
      const connection: BrokerConnection = new BrokerConnection(socket, {
        settings,
        dialect: this.#dialects[0] ?? '3.1.1',
        will,
        onConnect: () => this.#connected(connection),
        onMessage,
        onEnd: (loss) => this.#lost(loss),
        onDrain,
      });
      this.#connection = connection;
    } catch (error) {
      this.#lost(lossByError(error));
    }
  }

  #connected(connection: BrokerConnection): void {
    if (this.#isClosed) return;
    this.#isTrying = false;
    this.#lostAt = undefined;
    this.#reason = undefined;
    this.#delay.onConnect(this.clock.uptime());
    this.#enter('connected');
    this.options.onConnect(connection);
  }

  #lost(loss: Loss): void {
    const uptime = this.clock.uptime();
    const wasConnected = this.#state === 'connected';
    this.#isTrying = false;
    this.#connection = undefined;
    if (this.#isClosed) return;
    if (loss.isVersion && !wasConnected) {
      const [, ...others] = this.#dialects;
      this.#dialects = others.length > 0 ? others : dialectsOf(this.options.settings.version);
      if (others.length > 0) {
        this.#retryAt = 0;
        this.onTick(uptime);
        return;
      }
    }
    this.#lostAt ??= uptime;
    this.#reason = loss.reason;
    this.#retryAt = uptime + this.#delay.next(uptime, loss.wait);
    this.#enter(loss.state);
    this.options.onLoss(this.status, loss);
  }

  #enter(state: MqttState): void {
    if (this.#state !== state) this.#since = this.clock.now();
    this.#state = state;
  }
}
