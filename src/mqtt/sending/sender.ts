import type { Clock, Millis } from '../../common/clock.js';
import { TokenBucket } from '../../common/token-bucket.js';
import type { BrokerConnection } from '../broker/broker-connection.js';
import { UNACKNOWLEDGED } from '../broker/refusals.js';
import type { Outbox } from './outbox.js';

/** Largest number of messages that the broker has not acknowledged. */
const MAX_UNDER_WAY = 32;
/** Messages in a second; more only where all topics would take longer than {@link SPREAD}. */
const PER_SECOND = 100;
/** Time in which all topics are sent after a connect, s. */
const SPREAD = 5;
/** Time in which the broker acknowledges one of the messages under way. */
const ACKNOWLEDGED_WITHIN: Millis = 60_000;

/** Hands the messages of the outbox over to a connection, as fast as broker and network take them. */
export class Sender {
  #connection: BrokerConnection | undefined;
  #bucket = new TokenBucket({ perSecond: PER_SECOND, burst: PER_SECOND });
  #sent = 0;
  /** Clock.uptime() of the newest acknowledgement, or of the first message since everything was acknowledged. */
  #acknowledgedAt: Millis = 0;
  #onRefused: ((topic: string) => void) | undefined;
  #onIdle: (() => void) | undefined;

  constructor(
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The number of messages handed over. */
  get sent(): number {
    return this.#sent;
  }

  /**
   * Begins with a connection: everything is sent.
   * @param onRefused called with a topic that the broker does not take
   * @param onIdle called when the broker has everything that is retained
   */
  start(connection: BrokerConnection, onRefused: (topic: string) => void, onIdle: () => void): void {
    this.outbox.onConnect();
    this.#onRefused = onRefused;
    this.#onIdle = onIdle;
    const perSecond = Math.max(PER_SECOND, Math.ceil(this.outbox.knownTopics / SPREAD));
    this.#bucket = new TokenBucket({ perSecond, burst: perSecond });
    this.#connection = connection;
    this.pump(this.clock.uptime());
  }

  /** The connection is lost. */
  stop(): void {
    this.#connection = undefined;
    this.outbox.onLoss();
  }

  /**
   * Sends what may be sent now, or gives up a connection whose broker acknowledges nothing: it would take nothing more.
   * Called once a second.
   */
  onTick(uptime: Millis): void {
    const isUnanswered = this.outbox.underWay > 0 && uptime - this.#acknowledgedAt >= ACKNOWLEDGED_WITHIN;
    if (isUnanswered) this.#connection?.lose(UNACKNOWLEDGED);
    else this.pump(uptime);
  }

  /** Sends what may be sent now. @param isUrgent without regard to the rate */
  pump(uptime: Millis, isUrgent = false): void {
    const connection = this.#connection;
    if (connection && this.outbox.size > 0) connection.together(() => this.#send(connection, uptime, isUrgent));
  }

  #send(connection: BrokerConnection, uptime: Millis, isUrgent: boolean): void {
    while (this.#connection === connection && !connection.isBusy) {
      const limit = Math.min(MAX_UNDER_WAY, connection.maxUnacknowledged);
      if (this.outbox.underWay >= limit || this.outbox.size === 0) return;
      if (!isUrgent && !this.#bucket.take(uptime)) return;
      if (this.outbox.underWay === 0) this.#acknowledgedAt = this.clock.uptime();
      const message = this.outbox.next();
      if (!message) return;
      this.#sent++;
      let isHandedOver = false;
      connection.publish(message, (isTaken) => {
        if (isHandedOver) this.#acknowledgedAt = this.clock.uptime();
        this.outbox.acknowledge(message, isTaken);
        if (!isTaken) this.#onRefused?.(message.topic);
        if (isHandedOver) this.pump(this.clock.uptime(), isUrgent);
        if (this.outbox.isIdle) this.#onIdle?.();
      });
      isHandedOver = true;
    }
  }
}
