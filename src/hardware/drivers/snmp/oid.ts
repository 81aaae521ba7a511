import type { SnmpPointProfile } from './snmp.bus.js';
import type { WiredPoint } from '../wired/wired-point.js';

export type SnmpPoint = WiredPoint<SnmpPointProfile>;

/** An object identifier with the number of the part in it, without a leading dot. */
const numbered = (oid: string, { where, number }: SnmpPoint): string =>
  oid.replace(/^\./, '').replace('#', String(number + (where.shift ?? 0)));

export const readOid = (point: SnmpPoint): string => numbered(point.where.oid, point);
export const writeOid = (point: SnmpPoint): string => numbered(point.where.write?.oid ?? point.where.oid, point);

/** Part of a column: one get-bulk from `before` answers its points with at most `length` rows. */
export interface Column {
  /** The object after which the first point comes. */
  readonly before: string;
  readonly length: number;
  readonly points: ReadonlyMap<string, SnmpPoint>;
}

/** Columns of at least this many rows are worth a get-bulk of their own. */
const MIN_COLUMN_ROWS = 2;
/** An answer must fit into a datagram. */
const MAX_ROWS = 40;

/** Splits points into columns for get-bulk and those that are read one by one. */
export function columnsOf(points: readonly SnmpPoint[]): { columns: Column[]; singles: Map<string, SnmpPoint> } {
  const rows = new Map<string, { index: number; oid: string; point: SnmpPoint }[]>();
  for (const point of points) {
    const oid = readOid(point);
    const dot = oid.lastIndexOf('.');
    const row = { index: Number(oid.slice(dot + 1)), oid, point };
    rows.set(oid.slice(0, dot), [...(rows.get(oid.slice(0, dot)) ?? []), row]);
  }
  const columns: Column[] = [];
  const singles = new Map<string, SnmpPoint>();
  for (const [column, entries] of rows) {
    for (const part of adjacentRows(entries.sort((a, b) => a.index - b.index))) {
      const [first] = part;
      if (!first || part.length < MIN_COLUMN_ROWS) {
        for (const { oid, point } of part) singles.set(oid, point);
        continue;
      }
      const before = first.index === 0 ? column : `${column}.${first.index - 1}`;
      const length = (part.at(-1)?.index ?? first.index) - first.index + 1;
      columns.push({ before, length, points: new Map(part.map(({ oid, point }) => [oid, point])) });
    }
  }
  return { columns, singles };
}

/** Rows that follow one another closely enough for one request. */
function adjacentRows<T extends { readonly index: number }>(rows: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (const row of rows) {
    const part = parts.at(-1);
    const [first] = part ?? [];
    const last = part?.at(-1);
    if (part && first && last && row.index - last.index <= 2 && row.index - first.index < MAX_ROWS) part.push(row);
    else parts.push([row]);
  }
  return parts;
}
