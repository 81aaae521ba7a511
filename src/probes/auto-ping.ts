import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock, POLL_JITTER, type Millis } from '../common/clock.js';
import { Ticks } from '../kernel/ticks.js';
import { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { PingProbe, type Ping } from './ping.probe.js';

type Target = Pick<Ping, 'target' | 'networkInterface'>;

interface Watched extends Target {
  forEvents: boolean;
  forDevices: boolean;
  /** Failed pings in a row; undefined before the first result. */
  failures: number | undefined;
  /** Clock.uptime() of the next ping. */
  due: Millis;
  /** Number of pings that have begun, and the number of the newest that was answered. */
  begun: number;
  answered: number;
  /** Number of the newest ping of which the listeners know. */
  notified: number;
}

/** Is notified of each answer; returns true if it needs the next one soon. */
export type AnswerListener = (address: string, answered: boolean | undefined) => boolean;

const AT_ONCE = 32;
/** Between two pings to the addresses of devices, whichever they are. */
const BETWEEN_DEVICES: Millis = 1000;
/** Between two pings to one device of which nothing new is expected. */
const DEVICE_INTERVAL: Millis = 10_000;
const NO_PORT = 0;
const ONE_MINUTE: Millis = 60_000;

/**
 * Pings what events watch, beside the poll cycle: each target at the interval of the settings. A ping may take longer
 * than the interval; the next one does not wait for it. Pings also the devices behind outlets, one of them a second,
 * where the policy for outgoing messages allows their addresses.
 */
@Injectable()
export class AutoPing implements OnModuleInit {
  readonly #logger = new Logger('AutoPing');
  #watched = new Map<string, Watched>();
  #ofEvents: readonly Target[] = [];
  #ofDevices: readonly Target[] = [];
  readonly #listeners: AnswerListener[] = [];
  #lastDevicePing: Millis = -Infinity;
  #running = 0;
  #unavailableReason: string | undefined;
  #checkedAt: Millis = -Infinity;
  #checking: Promise<string | undefined> | undefined;

  constructor(
    private readonly probe: PingProbe,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
    private readonly policy: OutboundPolicyService,
    private readonly ticks: Ticks,
  ) {}

  /** After the rules, so that what a new event watches is pinged at once, and after the clients have their message. */
  onModuleInit(): void {
    this.ticks.onTick('upkeep', ({ reread, uptime }) => {
      if (!reread) this.onTick(uptime);
    });
  }

  /** True while an event or an outlet names a target. */
  get isWatching(): boolean {
    return this.#watched.size > 0;
  }

  /** The reason why this host can send no pings, as a sentence; undefined if it can, or if that is not known yet. */
  get unavailableReason(): string | undefined {
    return this.#unavailableReason;
  }

  /** The same, checked again if the last check was long ago. */
  async check(): Promise<string | undefined> {
    const now = this.clock.uptime();
    if (now - this.#checkedAt < ONE_MINUTE) return this.#unavailableReason;
    this.#checking ??= this.probe.check().finally(() => (this.#checking = undefined));
    this.#setUnavailable(await this.#checking);
    this.#checkedAt = now;
    return this.#unavailableReason;
  }

  /** Watches these for events and no others. What is known of one that was watched before stays known. */
  watch(targets: readonly Target[]): void {
    this.#ofEvents = targets;
    this.#update();
  }

  /** Watches the addresses of these devices and no others. */
  watchDevices(addresses: Iterable<string>): void {
    this.#ofDevices = [...addresses].map((target) => ({ target, networkInterface: '' }));
    this.#update();
  }

  /** Calls the listener with each answer of a device, in the order in which the pings were sent. */
  onAnswer(listener: AnswerListener): void {
    this.#listeners.push(listener);
  }

  /** Failed pings in a row; undefined before the first result. */
  failures(target: string, networkInterface: string): number | undefined {
    return this.#watched.get(keyOf(target, networkInterface))?.failures;
  }

  /** Begins the pings that are due, those first that have waited longest; never waits. */
  onTick(uptime: Millis): void {
    if (!this.isWatching) return;
    const due = [...this.#watched.values()].filter((each) => each.due <= uptime + POLL_JITTER);
    due.sort((a, b) => a.due - b.due);
    this.#pingDevice(due, uptime);
    const interval = this.settings.get('autopingInterval');
    for (const watched of due.filter(({ forEvents }) => forEvents).slice(0, AT_ONCE - this.#running)) {
      // In step with the interval, unless it has fallen out of step by a whole one.
      watched.due = watched.due + interval > uptime ? watched.due + interval : uptime + interval;
      void this.#ping(watched);
    }
  }

  async #ping(watched: Watched): Promise<void> {
    const number = ++watched.begun;
    this.#running++;
    const { target, networkInterface } = watched;
    const answered = await this.probe.ping({ target, networkInterface, limit: this.settings.get('autopingTimeout') });
    this.#running--;
    this.#count(watched, number, answered);
    if (watched.forDevices) this.#notify(watched, number, answered);
  }

  /** Begins a ping to the device that has waited longest, if the last one began a second ago. */
  #pingDevice(due: readonly Watched[], uptime: Millis): void {
    const next = due.find(({ forEvents }) => !forEvents);
    if (!next || this.#running >= AT_ONCE || uptime + POLL_JITTER < this.#lastDevicePing + BETWEEN_DEVICES) return;
    this.#lastDevicePing = uptime;
    next.due = Infinity; // until it is answered
    void this.#askDevice(next);
  }

  /** A name that nobody resolves, and an address to which nothing may be sent, say nothing of the device. */
  async #askDevice(watched: Watched): Promise<void> {
    const number = ++watched.begun;
    this.#running++;
    const address = await this.#addressOf(watched.target);
    const limit = this.settings.get('autopingTimeout');
    const ask = address !== undefined && this.probe.ping({ target: address, networkInterface: '', limit });
    const answered = ask === false ? undefined : await ask;
    this.#running--;
    watched.due = this.clock.uptime() + (watched.forEvents ? 0 : DEVICE_INTERVAL);
    if (ask !== false) this.#count(watched, number, answered);
    this.#notify(watched, number, answered);
  }

  /** The address to ping; undefined where nothing may be sent to it, or nobody has that name. */
  async #addressOf(host: string): Promise<string | undefined> {
    try {
      return (await this.policy.resolve(host, NO_PORT)).address;
    } catch {
      return undefined;
    }
  }

  /** An answer that comes after that of a later ping is of no interest. */
  #notify(watched: Watched, number: number, answered: boolean | undefined): void {
    if (number < watched.notified) return;
    watched.notified = number;
    const isNeeded = this.#listeners.map((listener) => listener(watched.target, answered)).includes(true);
    if (isNeeded && !watched.forEvents) watched.due = Math.min(watched.due, this.clock.uptime());
  }

  #count(watched: Watched, number: number, answered: boolean | undefined): void {
    if (answered === undefined) {
      this.#checkedAt = -Infinity;
      void this.check();
    } else if (answered) {
      watched.answered = Math.max(watched.answered, number);
      watched.failures = 0;
    } else if (number > watched.answered) {
      watched.failures = (watched.failures ?? 0) + 1;
    }
  }

  /** A target that was watched before goes on as it was. */
  #update(): void {
    const before = this.#watched;
    for (const watched of before.values()) watched.forEvents = watched.forDevices = false;
    this.#watched = new Map();
    for (const [list, use] of [
      [this.#ofEvents, 'forEvents'],
      [this.#ofDevices, 'forDevices'],
    ] as const) {
      for (const { target, networkInterface } of list) {
        const key = keyOf(target, networkInterface);
        const watched = this.#watched.get(key) ?? before.get(key) ?? newlyWatched({ target, networkInterface });
        watched[use] = true;
        this.#watched.set(key, watched);
      }
    }
  }

  /** A host system without a ping command knows nothing of the network; that is no failure of the target. */
  #setUnavailable(reason: string | undefined): void {
    if (reason === this.#unavailableReason) return;
    this.#unavailableReason = reason;
    if (reason === undefined) this.#logger.log('Pings can be sent again.');
    else this.#logger.warn(`No ping can be sent. ${reason}`);
  }
}

const newlyWatched = ({ target, networkInterface }: Target): Watched => ({
  target,
  networkInterface,
  forEvents: false,
  forDevices: false,
  failures: undefined,
  due: 0,
  begun: 0,
  answered: 0,
  notified: 0,
});

const keyOf = (target: string, networkInterface: string): string => `${target} ${networkInterface || 'default'}`;
