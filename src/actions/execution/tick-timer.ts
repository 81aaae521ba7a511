import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock, POLL_JITTER, type Millis } from '../../common/clock.js';
import { Ticks } from '../../kernel/ticks.js';

interface Alarm {
  readonly due: Millis;
  readonly ring: () => void;
}

/** Calls back after a time, on a poll cycle: what waits in the execution of actions needs no timer of its own. */
@Injectable()
export class TickTimer implements OnModuleInit, OnModuleDestroy {
  readonly #alarms = new Set<Alarm>();

  constructor(
    private readonly ticks: Ticks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.ticks.onTick('actions', () => this.#onTick());
  }

  /** Nobody is called back any more. */
  onModuleDestroy(): void {
    this.#alarms.clear();
  }

  /** Calls back on the first poll cycle that comes so much later, unless the function that it returns is called before. */
  after(wait: Millis, ring: () => void): () => void {
    const alarm = { due: this.clock.uptime() + wait, ring };
    this.#alarms.add(alarm);
    return () => void this.#alarms.delete(alarm);
  }

  #onTick(): void {
    const latest = this.clock.uptime() + POLL_JITTER;
    for (const alarm of [...this.#alarms].filter(({ due }) => due <= latest)) {
      if (this.#alarms.delete(alarm)) alarm.ring();
    }
  }
}
