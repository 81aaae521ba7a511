import type { Millis } from '../kernel/clock.js';
import type { OutletId } from '../kernel/ids.js';
import type { Seconds } from '../kernel/units.js';
import type { Turn } from '../power-cycles/turn.js';

/**
 * Who turns on when at an ON: the first outlet that is not on at once, each further one `delay` after it, in the order
 * given. An outlet that is on already costs nobody time.
 */
export function turnsOfOn(outlets: readonly OutletId[], delay: Seconds, isOn: (outlet: OutletId) => boolean): Turn[] {
  let place = 0;
  return outlets.map((relay) => ({ relay, wait: isOn(relay) ? 0 : millis(delay) * place++ }));
}

/**
 * Who turns on when after the OFF of a reboot: the first outlet when the longest off time has passed, each further one
 * `delay` after it, in the order given.
 */
export function turnsOfReboot(
  outlets: readonly OutletId[],
  delay: Seconds,
  offSeconds: (outlet: OutletId) => Seconds,
): Turn[] {
  const longest = millis(Math.max(...outlets.map((outlet) => offSeconds(outlet))));
  return outlets.map((relay, place) => ({ relay, wait: longest + millis(delay) * place }));
}

/** Where a sequence stands. */
export interface Progress {
  /** Number of the outlet whose turn is next, counted from 1. */
  readonly step: number;
  readonly of: number;
  /** Until that turn. */
  readonly left: Millis;
}

/** @param waits until the turn of each outlet; undefined for one that has had its turn, or lost it to another command */
export function progressOf(waits: readonly (Millis | undefined)[]): Progress | undefined {
  const waiting = waits.filter((wait) => wait !== undefined);
  if (waiting.length === 0) return undefined;
  return { step: waits.length - waiting.length + 1, of: waits.length, left: Math.min(...waiting) };
}

const millis = (seconds: Seconds): Millis => Math.round(seconds * 1000);
