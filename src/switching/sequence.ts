import type { Millis } from '../common/clock.js';
import type { OutletId } from '../common/ids.js';
import type { Seconds } from '../common/units.js';
import type { StaggeredStep } from './power-cycle.js';

/**
 * The steps of an ON: the first outlet that is not on at once, each further one `delay` after it, in the order given.
 * An outlet that is on already delays no other.
 */
export function stepsForOn(
  outlets: readonly OutletId[],
  delay: Seconds,
  isOn: (outlet: OutletId) => boolean,
): StaggeredStep[] {
  let place = 0;
  return outlets.map((relay) => ({ relay, wait: isOn(relay) ? 0 : millis(delay) * place++ }));
}

/**
 * The steps after the OFF of a reboot: the first outlet when the longest off time has passed, each further one `delay`
 * after it, in the order given.
 */
export function stepsForReboot(
  outlets: readonly OutletId[],
  delay: Seconds,
  offSeconds: (outlet: OutletId) => Seconds,
): StaggeredStep[] {
  const longest = millis(Math.max(...outlets.map((outlet) => offSeconds(outlet))));
  return outlets.map((relay, place) => ({ relay, wait: longest + millis(delay) * place }));
}

/** The progress of a sequence. */
export interface SequenceProgress {
  /** Number of the outlet whose step is next, counted from 1. */
  readonly step: number;
  readonly of: number;
  /** Until that step. */
  readonly left: Millis;
}

/** @param waits until the step of each outlet; undefined for one that has had its step, or lost it to another command */
export function progressOf(waits: readonly (Millis | undefined)[]): SequenceProgress | undefined {
  const waiting = waits.filter((wait) => wait !== undefined);
  if (waiting.length === 0) return undefined;
  return { step: waits.length - waiting.length + 1, of: waits.length, left: Math.min(...waiting) };
}

const millis = (seconds: Seconds): Millis => Math.round(seconds * 1000);
