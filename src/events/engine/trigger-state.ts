import type { Millis } from '../../common/clock.js';

/** The state of one object that an event watches. */
export interface WatchState {
  readonly triggered: boolean;
  /** Wall clock of the reading that triggered; undefined while it is not triggered, and where that is not known. */
  readonly triggeredAt?: Millis;
  /** Clock.uptime() since when it holds, put off by what nothing was known of; undefined while it does not. */
  readonly since?: Millis;
  /** For how long nothing has been known of it now. */
  readonly unknown: Millis;
  /** The last known value of the condition. */
  readonly last?: boolean;
}

export const AT_REST: WatchState = { triggered: false, unknown: 0 };

/** The state of an event. Immutable: the same object means that nothing has changed. */
export interface TriggerState {
  readonly triggered: boolean;
  /** One for each watch, in their order; none at all while all of them are at rest, and for a schedule. */
  readonly watches: readonly WatchState[];
  /** Schedules: the next time; of the wall clock for the calendar, of Clock.uptime() for an interval. */
  readonly due?: Millis;
  /** Calendar: the wall clock when `due` was reckoned. */
  readonly asOf?: Millis;
  /** Calendar: the occurrence that triggered last. Durable. */
  readonly lastFired?: Millis;
}

/** The part of a state that survives a restart. */
export interface RuleState {
  /** Ids of the objects that have triggered. */
  readonly triggered: readonly string[];
  /** Wall clock of when each of them has triggered, in their order; 0 where that is not known. */
  readonly triggeredAt?: readonly Millis[];
  readonly lastFired?: Millis;
}
