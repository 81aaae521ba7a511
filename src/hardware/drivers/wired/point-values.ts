import type { Clock, Millis } from '../../../common/clock.js';
import { valueOf, type PointValue, type RawValue, type WiredPoint } from './wired-point.js';

/** A counter that never falls, over a meter that was reset or exchanged: it goes on from where it stood. */
export class RisingCounter {
  #before = 0;
  #last = 0;

  of(reading: number): number {
    if (reading < this.#last) this.#before += this.#last;
    this.#last = reading;
    return this.#before + reading;
  }
}

/** Two poll cycles may go by without an answer before a reading is missing: one garbled frame is no news. */
export const MAX_AGE: Millis = 2_500;

interface StoredValue {
  readonly value: PointValue | undefined;
  readonly at: Millis;
}

/** What was last read of each point, and what went wrong since. */
export class PointValues {
  readonly #stored = new Map<string, StoredValue>();
  readonly #counters = new Map<string, RisingCounter>();
  readonly #problems = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  /** Notes what stands on the wire. */
  note(point: WiredPoint, raw: RawValue): void {
    const value = valueOf(point, raw);
    this.#stored.set(point.name, { value: this.#rising(point, value), at: this.clock.uptime() });
    if (value === undefined) this.#problems.set(point.name, `answers ${raw}, which means nothing`);
    else this.#problems.delete(point.name);
  }

  /** Notes that points were not answered. What they were before holds a while. */
  missed(points: readonly WiredPoint[], why: string): void {
    for (const { name } of points) this.#problems.set(name, why);
  }

  /** Forgets at once: after a command that nobody acknowledged, nothing is known. */
  forget({ name }: WiredPoint, why: string): void {
    this.#stored.delete(name);
    this.#problems.set(name, why);
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.get(name);
    return typeof value === 'boolean' ? value : undefined;
  }

  /** Undefined for what has not been read, or not lately. */
  get(name: string): PointValue | undefined {
    const stored = this.#stored.get(name);
    return stored && this.clock.uptime() - stored.at <= MAX_AGE ? stored.value : undefined;
  }

  /** True when at least one point has been read lately. */
  get hasFreshValue(): boolean {
    const oldest = this.clock.uptime() - MAX_AGE;
    for (const { at } of this.#stored.values()) if (at >= oldest) return true;
    return false;
  }

  /** Why a point is not known, as a sentence without its subject; undefined when it is. */
  problemOf(name: string): string | undefined {
    return this.#problems.get(name);
  }

  #rising({ name, unit }: WiredPoint, value: PointValue | undefined): PointValue | undefined {
    if (unit !== 'kWh' || typeof value !== 'number') return value;
    let counter = this.#counters.get(name);
    if (!counter) this.#counters.set(name, (counter = new RisingCounter()));
    return counter.of(value);
  }
}
