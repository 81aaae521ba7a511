import type { Clock, Millis } from '../../../common/clock.js';
import { RisingCounter } from './rising-counter.js';
import { valueOf, type PointValue, type RawValue, type WiredPoint } from './wired-point.js';

/** Two poll cycles may pass without an answer before a reading is missing, so that one garbled frame does no harm. */
export const MAX_AGE: Millis = 2_500;

interface StoredValue {
  readonly value: PointValue | undefined;
  readonly at: Millis;
}

/** The last value of each point, and the problem since then, if any. */
export class PointValues {
  readonly #stored = new Map<string, StoredValue>();
  readonly #counters = new Map<string, RisingCounter>();
  readonly #problems = new Map<string, string>();

  constructor(private readonly clock: Clock) {}

  /** Stores the raw value of a point. */
  note(point: WiredPoint, raw: RawValue): void {
    const value = valueOf(point, raw);
    this.#stored.set(point.name, { value: this.#rising(point, value), at: this.clock.uptime() });
    if (value === undefined) this.#problems.set(point.name, `answers ${raw}, which means nothing`);
    else this.#problems.delete(point.name);
  }

  /** Notes that points were not answered. Their last values stay valid for a while. */
  missed(points: readonly WiredPoint[], why: string): void {
    for (const { name } of points) this.#problems.set(name, why);
  }

  /** Drops a value at once: after a command without acknowledgement the state is unknown. */
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

  /** The value of a point; undefined if it has not been read lately. */
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

  /** The reason why a point has no value, as a sentence without its subject; undefined if it has one. */
  problemOf(name: string): string | undefined {
    return this.#problems.get(name);
  }

  #rising({ name, unit }: WiredPoint, value: PointValue | undefined): PointValue | undefined {
    if (unit !== 'kWh' || typeof value !== 'number') return value;
    let counter = this.#counters.get(name);
    if (!counter) this.#counters.set(name, (counter = new RisingCounter()));
    return counter.of(value, this.clock.uptime());
  }
}
