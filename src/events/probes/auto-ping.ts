import { Injectable, Logger } from '@nestjs/common';
import { Clock, POLL_JITTER, type Millis } from '../../common/clock.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { PingProbe, type Ping } from './ping.probe.js';

type Target = Pick<Ping, 'target' | 'networkInterface'>;

interface Watched extends Target {
  /** Failed pings in a row; undefined before the first result. */
  failures: number | undefined;
  /** Clock.uptime() of the next ping. */
  due: Millis;
  /** Number of pings that have begun, and the number of the newest that was answered. */
  begun: number;
  answered: number;
}

const AT_ONCE = 32;
const ONE_MINUTE: Millis = 60_000;

/**
 * Pings what events watch, beside the poll cycle: each target at the interval of the settings. A ping may take longer
 * than the interval; the next one does not wait for it.
 */
@Injectable()
export class AutoPing {
  readonly #logger = new Logger('AutoPing');
  #watched = new Map<string, Watched>();
  #running = 0;
  #unavailableReason: string | undefined;
  #checkedAt: Millis = -Infinity;
  #checking: Promise<string | undefined> | undefined;

  constructor(
    private readonly probe: PingProbe,
    private readonly settings: SettingsStore,
    private readonly clock: Clock,
  ) {}

  /** True while an event watches a target. */
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

  /** Watches these and no others. What is known of one that was watched before stays known. */
  watch(targets: readonly Target[]): void {
    this.#watched = new Map(
      targets.map(({ target, networkInterface }) => {
        const key = keyOf(target, networkInterface);
        const fresh = { target, networkInterface, failures: undefined, due: 0, begun: 0, answered: 0 };
        return [key, this.#watched.get(key) ?? fresh];
      }),
    );
  }

  /** Failed pings in a row; undefined before the first result. */
  failures(target: string, networkInterface: string): number | undefined {
    return this.#watched.get(keyOf(target, networkInterface))?.failures;
  }

  /** Begins the pings that are due, those first that have waited longest; never waits. */
  onTick(uptime: Millis): void {
    const due = [...this.#watched.values()].filter((each) => each.due <= uptime + POLL_JITTER);
    due.sort((a, b) => a.due - b.due);
    const interval = this.settings.get('autopingInterval');
    for (const watched of due.slice(0, AT_ONCE - this.#running)) {
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

  /** A host system without a ping command knows nothing of the network; that is no failure of the target. */
  #setUnavailable(reason: string | undefined): void {
    if (reason === this.#unavailableReason) return;
    this.#unavailableReason = reason;
    if (reason === undefined) this.#logger.log('Pings can be sent again.');
    else this.#logger.warn(`No ping can be sent. ${reason}`);
  }
}

const keyOf = (target: string, networkInterface: string): string => `${target} ${networkInterface || 'default'}`;
