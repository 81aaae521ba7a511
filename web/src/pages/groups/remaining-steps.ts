import type { Schema } from '../../api/client.js';

type Group = Schema['GroupView'];

/** The seconds until each waiting outlet turns on, by its id. */
export type RemainingSteps = ReadonlyMap<string, number>;

/**
 * The outlets of a group that still have to turn on, and when. The server names the number of steps left and the time of
 * the next; the waiting outlets are the last of those that are off, in the order of the group, one `delay` apart.
 */
export function remainingSteps({ sequence, outlets, groupRebootSequenceDelay: delay }: Group): RemainingSteps {
  if (!sequence) return new Map();
  const waiting = sequence.of - sequence.step + 1;
  const off = outlets.filter(({ state }) => state === 'OFF').slice(-waiting);
  return new Map(off.map(({ id }, place) => [id, sequence.next + place * delay]));
}
