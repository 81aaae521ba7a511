import type { Clock, Millis } from '../common/clock.js';
import type { SettingsStore } from '../settings/settings.store.js';
import type { BrokerConnection } from './broker/broker-connection.js';
import { COMMAND_FILTERS } from './topics.js';

/** Time for the retained messages that a broker sends after a subscription. */
const RETAINED_WITHIN: Millis = 1000;

/**
 * The subscriptions of one connection. First everything below the prefix, for what an earlier start has left there and
 * for retained commands, and what it has announced; then commands, without what the broker has retained of them.
 */
export class Subscriptions {
  #step: 'reading' | 'ready' = 'reading';
  #readUntil: Millis = Infinity;
  /** The topics that are read once. */
  #read: readonly string[] = [];
  /** The subscriptions that there are or that are on their way. */
  readonly #wanted = new Set<string>();
  #pending = 0;

  constructor(
    private readonly connection: BrokerConnection,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
    private readonly prefix: string,
  ) {}

  /** True once everything is subscribed that the settings want. */
  get isReady(): boolean {
    return this.#step === 'ready' && this.#pending === 0;
  }

  /** False while messages are read that were there before: none of them is a new command. */
  get takesCommands(): boolean {
    return this.#step === 'ready';
  }

  /**
   * @param announcement the topic of the announcement to Home Assistant, which is read too; undefined where nothing of what
   * the broker has retained is read, and commands follow at once
   */
  start(announcement: string | undefined): void {
    if (announcement === undefined) {
      this.#step = 'ready';
      this.follow();
      return;
    }
    this.#read = [`${this.prefix}/#`, announcement];
    void this.connection.subscribe(this.#read, 0, true).then(() => {
      this.#readUntil = this.clock.uptime() + RETAINED_WITHIN;
    });
  }

  onTick(uptime: Millis): void {
    if (this.#step !== 'reading' || uptime < this.#readUntil) return;
    this.#readUntil = Infinity;
    void this.connection.unsubscribe(this.#read).then(() => {
      this.#step = 'ready';
      this.follow();
    });
  }

  /** Subscribes as the settings want now. */
  follow(): void {
    if (this.#step !== 'ready') return;
    const takesCommands = this.settings.get('mqttCommandsEnabled') && this.settings.get('mqttUserId') !== '';
    for (const filter of COMMAND_FILTERS) this.#adjust(`${this.prefix}/${filter}`, takesCommands, 2);
    this.#adjust(
      `${this.settings.get('mqttDiscoveryPrefix')}/status`,
      this.settings.get('mqttDiscoveryEnabled') && this.settings.get('mqttUserId') !== '',
      0,
    );
    const birth = `${this.settings.get('mqttDiscoveryPrefix')}/status`;
    for (const topic of this.#wanted) {
      if (!topic.startsWith(`${this.prefix}/`) && topic !== birth) this.#adjust(topic, false, 0);
    }
  }

  #adjust(topic: string, isWanted: boolean, qos: 0 | 2): void {
    if (this.#wanted.has(topic) === isWanted) return;
    this.#pending++;
    if (isWanted) this.#wanted.add(topic);
    else this.#wanted.delete(topic);
    const done = isWanted ? this.connection.subscribe([topic], qos, false) : this.connection.unsubscribe([topic]);
    void Promise.resolve(done).then(() => this.#pending--);
  }
}
