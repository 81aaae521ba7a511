import { phaseImbalance } from '../hardware/power-math.js';
import type { Amps } from '../kernel/units.js';

/**
 * How evenly the lines of a three-phase inlet are loaded, in whole percent: 100 less the imbalance. 100 at no load;
 * unknown while a line's current is unknown.
 */
export function phaseBalance(currents: readonly (Amps | undefined)[]): number | undefined {
  const known = currents.filter((current) => current !== undefined);
  if (known.length === 0 || known.length < currents.length) return undefined;
  // One line alone is 200 % out of balance; less than not balanced at all would say nothing more.
  return Math.max(0, Math.round(100 - phaseImbalance(known)));
}
