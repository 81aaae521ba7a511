import type { Schema } from '../../api/client.js';

type Group = Schema['GroupView'];

/** Seconds until each outlet that still waits turns on, by id. */
export type Turns = ReadonlyMap<string, number>;

/**
 * Who of a group waits for his turn, and how long. The server says how many wait and when the next one turns on; those
 * are the last of the outlets that are off, in the order of the group, one `delay` after another.
 */
export function turnsOf({ sequence, outlets, groupRebootSequenceDelay: delay }: Group): Turns {
  if (!sequence) return new Map();
  const waiting = sequence.of - sequence.step + 1;
  const off = outlets.filter(({ state }) => state === 'OFF').slice(-waiting);
  return new Map(off.map(({ id }, place) => [id, sequence.next + place * delay]));
}
