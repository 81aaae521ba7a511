import type { Errand } from './errand.js';
import type { Move } from './plant-process.js';

/** How much closer than told two turns may be: the product's own 100 ms, and what commits take on a busy machine. */
const EARLY = 400;

/** What one member of a group was asked, and how it moved. */
export interface Turn {
  readonly errand: Errand;
  readonly moves: readonly Move[];
}

/**
 * A sentence about the first member of a group that came on out of turn. Members that were told something else
 * meanwhile have lost their turn.
 *
 * @param delay between two members, ms
 */
export function outOfTurn(members: readonly Turn[], delay: number): string | undefined {
  if (delay === 0) return undefined;
  let before: Move | undefined;
  for (const { errand, moves } of members) {
    const on = errand.last ? undefined : moves.find(({ to }) => to === 'ON');
    if (!on) continue;
    const pause = before ? on.at - before.at : Infinity;
    if (pause < delay - EARLY) return `came on ${Math.round(pause)} ms after ${before?.relay}, not ${delay} ms`;
    before = on;
  }
  return undefined;
}
