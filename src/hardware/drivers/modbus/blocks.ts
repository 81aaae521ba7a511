import type { ModbusPointProfile } from './modbus.bus.js';
import type { WiredPoint } from '../wired/wired-point.js';
import { wordsOf } from './registers.js';

export type ModbusPoint = WiredPoint<ModbusPointProfile>;
export type Table = ModbusPointProfile['table'];

/** Points that one request reads. */
export interface Block {
  readonly unit: number;
  readonly table: Table;
  readonly address: number;
  /** Number of registers or bits. */
  readonly length: number;
  readonly points: readonly ModbusPoint[];
}

/** Modbus Application Protocol 1.1b3: 125 registers, 2000 bits. Some devices take a few less. */
const MAX_LENGTH = { holding: 120, input: 120, coil: 1_900, discrete: 1_900 } as const;

export const isBits = (table: Table): boolean => table === 'coil' || table === 'discrete';

/** The number of registers or bits of a point. */
const lengthOf = ({ where }: ModbusPoint): number => (isBits(where.table) ? 1 : wordsOf(where.type ?? 'uint16'));

/** Address of a point on the wire, including the offset of its place in a row. */
export const addressOf = (point: ModbusPoint): number =>
  point.where.address + point.place * (point.where.step ?? lengthOf(point));

/** The table and address at which a relay is written; undefined for a table that cannot be written. */
export function writeTargetOf({
  where,
  place,
}: ModbusPoint): { table: 'coil' | 'holding'; address: number } | undefined {
  if (where.write) {
    const { table, address, step = 1 } = where.write;
    return { table, address: address + place * step };
  }
  const { table, address, step = 1 } = where;
  return table === 'coil' || table === 'holding' ? { table, address: address + place * step } : undefined;
}

/**
 * The fewest possible requests: points of one table of one unit are read together, across at most `bridge` registers
 * or bits without a point.
 */
export function blocksOf(points: readonly ModbusPoint[], bridge: number): Block[] {
  const tables = new Map<string, ModbusPoint[]>();
  for (const point of points) {
    const key = `${point.where.unit} ${point.where.table}`;
    tables.set(key, [...(tables.get(key) ?? []), point]);
  }
  return [...tables.values()].flatMap((row) => joinPoints(row, bridge));
}

/** The same points in requests without gaps, for a device that refuses addresses that it does not have. */
export const splitAtGaps = ({ points }: Block): Block[] => blocksOf(points, 0);

function joinPoints(points: readonly ModbusPoint[], bridge: number): Block[] {
  const blocks: Block[] = [];
  for (const point of [...points].sort((a, b) => addressOf(a) - addressOf(b))) {
    const { unit, table } = point.where;
    const [address, length] = [addressOf(point), lengthOf(point)];
    const last = blocks.at(-1);
    const end = Math.max(last ? last.address + last.length : 0, address + length);
    if (last && address - (last.address + last.length) <= bridge && end - last.address <= MAX_LENGTH[table]) {
      blocks[blocks.length - 1] = { ...last, length: end - last.address, points: [...last.points, point] };
    } else {
      blocks.push({ unit, table, address, length, points: [point] });
    }
  }
  return blocks;
}
