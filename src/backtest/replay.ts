import type { Millis } from '../common/clock.js';
import type { Seconds } from '../common/units.js';
import type { Limit } from '../events/engine/compiled-rule.js';
import { evaluateLevel } from '../events/engine/rule-engine.js';
import { AT_REST, type WatchState } from '../events/engine/trigger-state.js';

/** All readings of one object within some time: one second or longer. */
export interface Sample {
  /** Seconds since 1970. */
  readonly at: number;
  readonly length: Seconds;
  /** The number of readings, one for each second in which the hardware answered. */
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

/** A condition that triggers once it has held for a while. */
export interface ReplayedRule {
  readonly sustain: Millis;
  readonly limit: Pick<Limit, 'limit' | 'direction'>;
}

/** One time that a rule would have triggered, until its condition was over for certain. Seconds since 1970. */
export interface Occurrence {
  readonly from: number;
  readonly to: number;
  /** The value measured when it triggered: of a longer sample, the extreme that is beyond the limit. */
  readonly value: number;
  readonly certainty: 'certain' | 'possible';
}

/** Missing readings that a rule bridges. */
const BRIDGED = 2;

/** The state of the rule under one reading of the samples: the least or the most that they may have been beyond. */
class Course {
  readonly occurrences: { from: number; to: number; value: number }[] = [];
  #state: WatchState = AT_REST;
  #readAt: number | undefined;

  constructor(private readonly sustain: Millis) {}

  get isAtRest(): boolean {
    return this.#state === AT_REST;
  }

  /** A reading at a moment; undefined if it does not say whether the condition held. */
  read(at: number, holds: boolean | undefined, value: number, earliest = at): void {
    const before = this.#state;
    const elapsed = this.#readAt === undefined ? 0 : (at - this.#readAt) * 1000;
    this.#readAt = at;
    const after = evaluateLevel(this.sustain, before, holds, { uptime: at * 1000, elapsed });
    this.#state = after;
    if (after.triggered && !before.triggered) {
      const held = ((after.since ?? at * 1000) + this.sustain) / 1000;
      this.occurrences.push({ from: Math.min(at, Math.max(earliest, held)), to: at, value });
    } else if (before.triggered && !after.triggered) {
      this.end(at);
    }
  }

  /** Forgets for how long the condition has held: what comes next begins from zero. */
  interrupt(): void {
    if (!this.#state.triggered) this.#state = AT_REST;
  }

  /** Ends the occurrence that is under way, if one is. */
  end(at: number): void {
    const last = this.occurrences.at(-1);
    if (last) last.to = at;
  }

  finish(at: number): void {
    if (this.#state.triggered) this.end(at);
  }
}

/**
 * Plays the samples of one object to a rule, and says when it would have triggered. A sample of one second is what the rule
 * saw. Of a longer one only the extremes are known: where all of its readings are beyond the limit, the rule certainly
 * saw that; where some are, it may have held for all of that time.
 */
export class Replay {
  readonly #certain: Course;
  readonly #possible: Course;
  readonly #limit: number;
  /** A limit as the seconds are stored, with fewer digits. */
  readonly #storedLimit: number;
  readonly #isBelow: boolean;
  #end: number | undefined;
  #longest: Seconds = 1;

  constructor(private readonly rule: ReplayedRule) {
    this.#certain = new Course(rule.sustain);
    this.#possible = new Course(rule.sustain);
    this.#limit = rule.limit.limit;
    this.#storedLimit = Math.fround(this.#limit);
    this.#isBelow = rule.limit.direction === 'below';
  }

  /** True if a sample has readings beyond the limit. */
  isBeyond({ length, min, max }: Sample): boolean {
    const limit = this.#limitOf(length);
    return this.#isBelow ? min < limit : max > limit;
  }

  #limitOf(length: Seconds): number {
    return length === 1 ? this.#storedLimit : this.#limit;
  }

  /** Adds the next sample; samples come in the order of time. */
  add(sample: Sample): void {
    const { at, length, count, min, max } = sample;
    const limit = this.#limitOf(length);
    const someBeyond = this.isBeyond(sample);
    if (!someBeyond && this.#certain.isAtRest && this.#possible.isAtRest) {
      this.#end = at + length;
      return;
    }
    this.#bridge(at, length);
    this.#longest = Math.max(this.#longest, length);
    this.#end = at + length;
    const allBeyond = this.#isBelow ? max < limit : min > limit;
    const extreme = this.#isBelow ? min : max;
    const last = at + length - 1;
    this.#possible.read(at, someBeyond, extreme);
    if (length > 1) this.#possible.read(last, someBeyond, extreme, at);
    if (length === 1 || this.rule.sustain === 0) {
      this.#certain.read(at, someBeyond, extreme);
    } else if (!allBeyond) {
      this.#certain.read(at, false, extreme);
    } else if (count < length - BRIDGED) {
      this.#certain.interrupt();
    } else {
      // The readings that are missing may be the first ones or the last ones.
      const missing = Math.max(0, length - count);
      this.#certain.read(at + missing - 1, undefined, NaN);
      this.#certain.read(at + missing, true, extreme);
      this.#certain.read(last - missing, true, extreme, at);
    }
  }

  /** The occurrences up to the end of the range: all that are certain, and those that are possible where none is certain. */
  occurrences(to: number): Occurrence[] {
    const end = Math.min(to, this.#end ?? to);
    this.#certain.finish(end);
    this.#possible.finish(end);
    const certain = this.#certain.occurrences.map((each): Occurrence => ({ ...each, certainty: 'certain' }));
    const occurrences: Occurrence[] = [];
    let next = 0;
    for (const each of this.#possible.occurrences) {
      const first = next;
      while (next < certain.length && (certain[next]?.from ?? 0) <= each.to) next++;
      const within = certain.slice(first, next);
      const [known] = within;
      // It may have triggered before it certainly did; but the same sample says only once that it did.
      if (!known || known.from - each.from > this.#longest + BRIDGED) {
        occurrences.push({ ...each, to: known?.from ?? each.to, certainty: 'possible' });
      }
      // After what is certain it may have held, or triggered again, until it may next have been certain.
      within.forEach((occurrence, place) =>
        occurrences.push({ ...occurrence, to: within[place + 1]?.from ?? each.to }),
      );
    }
    return occurrences;
  }

  /**
   * Passes the time without a sample before this one in both courses. Seconds are kept for as long as the controller runs, so
   * a gap in them is hardware that did not answer; one between minutes may have been a restart as well.
   */
  #bridge(at: number, length: Seconds): void {
    if (this.#end === undefined || at <= this.#end) return;
    if (length > 1) this.#certain.interrupt();
    for (const course of [this.#certain, this.#possible]) if (!course.isAtRest) course.read(at - 1, undefined, NaN);
  }
}
