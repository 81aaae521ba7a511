/**
 * The balance of the lines of an inlet in whole percent, as the controller has it: 100 less the largest deviation of a line from
 * their mean current, in percent of the mean. 100 without a load, undefined while the current of a line is not known.
 */
export function phaseBalance(currents: readonly (number | undefined)[]): number | undefined {
  const known = currents.filter((current) => current !== undefined);
  if (known.length === 0 || known.length < currents.length) return undefined;
  const mean = known.reduce((sum, current) => sum + current, 0) / known.length;
  if (!(mean > 0)) return 100;
  const farthest = Math.max(...known.map((current) => Math.abs(current - mean)));
  return Math.max(0, Math.round(100 - (farthest / mean) * 100));
}
