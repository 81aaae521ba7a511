import type { Clock, Millis } from '../../../kernel/clock.js';
import { RisingCounter } from './rising-counter.js';
import { valueOf, type PointValue, type RawValue, type WiredPoint } from './wired-point.js';

/** Two poll cycles may go by without an answer before a reading is missing: one garbled frame is no news. */
export const KEPT_FOR: Millis = 2_500;

interface Noted {
  readonly value: PointValue | undefined;
  readonly at: Millis;
}

/** What was last read of each point, and what went wrong since. */
export class PointValues {
  readonly #noted = new Map<string, Noted>();
  readonly #counters = new Map<string, RisingCounter>();
  readonly #troubles = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  /** Notes what stands on the wire. */
  note(point: WiredPoint, raw: RawValue): void {
    const value = valueOf(point, raw);
    this.#noted.set(point.name, { value: this.#rising(point, value), at: this.clock.uptime() });
    if (value === undefined) this.#troubles.set(point.name, `answers ${raw}, which means nothing`);
    else this.#troubles.delete(point.name);
  }

  /** Notes that points were not answered. What they were before holds a while. */
  missed(points: readonly WiredPoint[], why: string): void {
    for (const { name } of points) this.#troubles.set(name, why);
  }

  /** Forgets at once: after a command that nobody acknowledged, nothing is known. */
  forget({ name }: WiredPoint, why: string): void {
    this.#noted.delete(name);
    this.#troubles.set(name, why);
  }

  number(name: string): number | undefined {
    const value = this.of(name);
    return typeof value === 'number' ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.of(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Undefined for what has not been read, or not lately. */
  of(name: string): PointValue | undefined {
    const noted = this.#noted.get(name);
    return noted && this.clock.uptime() - noted.at <= KEPT_FOR ? noted.value : undefined;
  }

  /** True when at least one point has been read lately. */
  get any(): boolean {
    const oldest = this.clock.uptime() - KEPT_FOR;
    for (const { at } of this.#noted.values()) if (at >= oldest) return true;
    return false;
  }

  /** Why a point is not known, as a sentence without its subject; undefined when it is. */
  troubleOf(name: string): string | undefined {
    return this.#troubles.get(name);
  }

  #rising({ name, unit }: WiredPoint, value: PointValue | undefined): PointValue | undefined {
    if (unit !== 'kWh' || typeof value !== 'number') return value;
    let counter = this.#counters.get(name);
    if (!counter) this.#counters.set(name, (counter = new RisingCounter()));
    return counter.of(value);
  }
}
