import { parsePointName, type PointKind } from '../../profiles/point-names.js';
import type { ModelProfile } from '../../profiles/profile.js';
import type { PointProfile } from '../../profiles/wiring.js';

/** One reading or relay of one part, and its place on a link. */
export interface WiredPoint<Where extends PointProfile = PointProfile> {
  /** For example `outlets.3.state`. */
  readonly name: string;
  readonly kind: PointKind;
  /** Unit of the value; empty if it has none. */
  readonly unit: string;
  readonly where: Where;
  /** Its place in the row of objects that the profile names at once, counted from 0. */
  readonly place: number;
  /** Number of the object, counted from 1. */
  readonly number: number;
}

/** The points of a profile one by one. */
export const wiredPoints = (profile: ModelProfile): WiredPoint[] =>
  (profile.wiring?.points ?? []).flatMap((where) => {
    const read = parsePointName(where.point, profile);
    if (typeof read === 'string') return []; // the profile's rules have refused it
    const { row, names, first } = read;
    return names.map((name, place) => ({ name, kind: row.kind, unit: row.unit, where, place, number: first + place }));
  });

/** A value on the wire: a bit, or a number. */
export type RawValue = number | boolean;
/** The meaning of a raw value: a number in the unit of the point, or true or false. */
export type PointValue = number | boolean;

/** Significant digits: 234 tenths are 23.4, not 23.400000000000002. */
const DIGITS = 12;

/** The meaning of a raw value; undefined for a number without one. */
export function valueOf({ kind, where }: WiredPoint, raw: RawValue): PointValue | undefined {
  if (kind === 'number') {
    const value = Number(raw) * (where.scale ?? 1) + (where.offset ?? 0);
    return Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : undefined;
  }
  if (typeof raw === 'boolean') return raw;
  if (isAmong(raw, where.on)) return true;
  return isAmong(raw, where.off) ? false : undefined;
}

const isAmong = (raw: number, numbers: number | readonly number[] | undefined): boolean =>
  typeof numbers === 'number' ? raw === numbers : (numbers?.includes(raw) ?? false);

/** The number that switches a relay which is read and written at the same address. */
export function numberFor(where: Pick<PointProfile, 'on' | 'off'>, on: boolean): number {
  const numbers = on ? where.on : where.off;
  return typeof numbers === 'object' ? (numbers[0] ?? 0) : (numbers ?? Number(on));
}
