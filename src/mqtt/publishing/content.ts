/** The content of a message in JSON: members that are not known are absent. */
export interface Content {
  readonly [member: string]: Value;
}
type Value = string | number | boolean | undefined | readonly (Content | number)[] | Content;

/** Counters that rise all the time: they alone are no reason to send a message. */
const COUNTERS: ReadonlySet<string> = new Set(['energy', 'energySinceReset']);

/** The least values to which the dead band refers, in the unit of the member: below, a meter shows noise. */
const FLOORS: Readonly<Record<string, number>> = {
  current: 0.5,
  power: 50,
  apparentPower: 50,
  reactivePower: 50,
  powerFactor: 0.5,
  load: 5,
  voltage: 50,
  frequency: 50,
  temperature: 10,
  humidity: 20,
};

/**
 * True if one of two contents says something that the other does not: a number that differs by more than the dead band,
 * anything else that differs at all.
 * @param deadBand percent of the value before
 */
export function differs(before: Content, after: Content, deadBand: number): boolean {
  for (const member in after) if (isOther(member, before[member], after[member], deadBand)) return true;
  for (const member in before) if (after[member] === undefined && before[member] !== undefined) return true;
  return false;
}

function isOther(member: string, before: Value, after: Value, deadBand: number): boolean {
  if (before === after) return false;
  if (typeof before === 'number' && typeof after === 'number') {
    if (COUNTERS.has(member)) return false;
    const base = Math.max(Math.abs(before), FLOORS[member] ?? 0);
    return Math.abs(after - before) > (base * deadBand) / 100;
  }
  if (typeof before !== 'object' || typeof after !== 'object') return true;
  return differs(before as Content, after as Content, deadBand);
}
