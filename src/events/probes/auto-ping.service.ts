import { Injectable, Logger } from '@nestjs/common';
import type { Millis } from '../../kernel/clock.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { PingProbe, type Ping } from './ping.probe.js';

type Target = Pick<Ping, 'target' | 'networkInterface'>;

interface Watched extends Target {
  /** Failed pings in a row; undefined before the first result. */
  failures: number | undefined;
  /** Clock.uptime() of the next ping. */
  due: Millis;
  running: boolean;
}

/** Poll cycles are a second apart, give or take this. */
const JITTER: Millis = 100;
const AT_ONCE = 32;

/** Pings what events watch, beside the poll cycle: each target at the interval of the settings, one ping of it at a time. */
@Injectable()
export class AutoPing {
  readonly #logger = new Logger('AutoPing');
  #watched = new Map<string, Watched>();
  #running = 0;
  #isUnable = false;

  constructor(
    private readonly probe: PingProbe,
    private readonly settings: SettingsStore,
  ) {}

  /** Watches these and no others. What is known of one that was watched before stays known. */
  watch(targets: readonly Target[]): void {
    this.#watched = new Map(
      targets.map(({ target, networkInterface }) => {
        const key = keyOf(target, networkInterface);
        const fresh = { target, networkInterface, failures: undefined, due: 0, running: false };
        return [key, this.#watched.get(key) ?? fresh];
      }),
    );
  }

  /** Failed pings in a row; undefined before the first result. */
  failures(target: string, networkInterface: string): number | undefined {
    return this.#watched.get(keyOf(target, networkInterface))?.failures;
  }

  /** Begins the pings that are due, those first that have waited longest; never waits. */
  look(uptime: Millis): void {
    const due = [...this.#watched.values()].filter((each) => !each.running && each.due <= uptime + JITTER);
    due.sort((a, b) => a.due - b.due);
    for (const watched of due.slice(0, AT_ONCE - this.#running)) {
      watched.due = uptime + this.settings.get('autopingInterval');
      void this.#ping(watched);
    }
  }

  async #ping(watched: Watched): Promise<void> {
    watched.running = true;
    this.#running++;
    const { target, networkInterface } = watched;
    const answered = await this.probe.ping({ target, networkInterface, limit: this.settings.get('autopingTimeout') });
    this.#running--;
    watched.running = false;
    if (answered === undefined) this.#tellOnce();
    else watched.failures = answered ? 0 : (watched.failures ?? 0) + 1;
  }

  /** A host system without a ping command knows nothing of the network; that is no failure of the target. */
  #tellOnce(): void {
    if (this.#isUnable) return;
    this.#isUnable = true;
    this.#logger.warn('No ping can be sent: the host system has no ping command, or does not let this process use it.');
  }
}

const keyOf = (target: string, networkInterface: string): string => `${target} ${networkInterface || 'default'}`;
