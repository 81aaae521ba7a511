/** True for a coil or discrete input that reads 1. */
export type Bit = boolean;

/** The coils of each kind in the order of their objects, of which the first has the number 1. */
export interface CoilFacts {
  readonly outlets: readonly Bit[];
  /** A reboot of the outlet is under way. */
  readonly reboots: readonly Bit[];
  readonly groups: readonly Bit[];
  readonly relayOutputs: readonly Bit[];
  readonly breakers: readonly Bit[];
}

export type CoilKind = keyof CoilFacts;

/** Before the first address of each kind; the object with the number 1 has the next one. */
const BASES = { outlets: 0, reboots: 1000, groups: 2000, relayOutputs: 3000, breakers: 4000 } as const;
const KINDS = Object.keys(BASES) as CoilKind[];
/** Objects of one kind that have an address. */
const MOST = 999;

export interface Coil {
  readonly kind: CoilKind;
  /** The place in the list of its kind, counted from 0. */
  readonly place: number;
}

/** The coil with this address, if a PDU with so many objects of its kind has it. Breakers are discrete inputs only. */
export function coilAt(
  address: number,
  counts: Readonly<Record<CoilKind, number>>,
  isInput: boolean,
): Coil | undefined {
  const kind = KINDS.findLast((each) => address >= BASES[each]);
  if (kind === undefined || (kind === 'breakers' && !isInput)) return undefined;
  const place = address - BASES[kind] - 1;
  return place >= 0 && place < Math.min(MOST, counts[kind]) ? { kind, place } : undefined;
}

export const countsOf = (coils: CoilFacts): Record<CoilKind, number> => ({
  outlets: coils.outlets.length,
  reboots: coils.reboots.length,
  groups: coils.groups.length,
  relayOutputs: coils.relayOutputs.length,
  breakers: coils.breakers.length,
});
