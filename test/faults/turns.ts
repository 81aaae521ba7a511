import type { Errand } from './errand.js';
import type { Move } from './plant-process.js';

/** What one member of a group was asked, and how it moved. */
export interface Turn {
  readonly errand: Errand;
  readonly moves: readonly Move[];
}

/**
 * A sentence about the first member of a group that came on out of turn. Members that were told something else
 * meanwhile have lost their turn.
 *
 * @param pause the shortest that there may be between two members, ms
 */
export function outOfTurn(members: readonly Turn[], pause: number): string | undefined {
  let before: Move | undefined;
  for (const { errand, moves } of members) {
    const on = errand.last ? undefined : moves.find(({ to }) => to === 'ON');
    if (!on) continue;
    const between = before ? on.at - before.at : Infinity;
    if (pause > 0 && between < pause) {
      return `came on ${Math.round(between)} ms after ${before?.relay}, and at least ${Math.round(pause)} ms was told`;
    }
    before = on;
  }
  return undefined;
}
