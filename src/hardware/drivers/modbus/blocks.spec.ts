import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressOf, blocksOf, type ModbusPoint } from './blocks.js';

const TABLES = ['coil', 'discrete', 'holding', 'input'] as const;
const TYPES = ['uint16', 'int32', 'float32', 'float64'] as const;
const WORDS = { uint16: 1, int32: 2, float32: 2, float64: 4 };

const somePoint = fc
  .record({
    unit: fc.integer({ min: 1, max: 3 }),
    table: fc.constantFrom(...TABLES),
    address: fc.integer({ min: 0, max: 400 }),
    type: fc.constantFrom(...TYPES),
    place: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ place, ...where }): ModbusPoint => ({
    name: JSON.stringify({ ...where, place }),
    kind: 'number',
    unit: '',
    where: { point: '', link: '', ...where },
    place,
    number: place + 1,
  }));
const lengthOf = ({ where: { table, type } }: ModbusPoint): number =>
  table === 'coil' || table === 'discrete' ? 1 : WORDS[(type ?? 'uint16') as keyof typeof WORDS];

describe('the requests that read points of a Modbus bus', () => {
  it('read each point once, whole, from its own unit and table, within what one answer holds', () => {
    fc.assert(
      fc.property(fc.array(somePoint, { maxLength: 60 }), fc.nat({ max: 20 }), (points, bridge) => {
        const blocks = blocksOf(points, bridge);
        const read = blocks.flatMap((block) => block.points);
        expect(read.map(({ name }) => name).sort()).toEqual(points.map(({ name }) => name).sort());
        for (const { unit, table, address, length, points: own } of blocks) {
          expect(length).toBeLessThanOrEqual(table === 'coil' || table === 'discrete' ? 1900 : 120);
          for (const point of own) {
            expect([point.where.unit, point.where.table]).toEqual([unit, table]);
            expect(addressOf(point)).toBeGreaterThanOrEqual(address);
            expect(addressOf(point) + lengthOf(point)).toBeLessThanOrEqual(address + length);
          }
        }
      }),
    );
  });

  it('are one for adjacent points, and span no gap wider than allowed', () => {
    const at = (address: number): ModbusPoint => ({
      name: String(address),
      kind: 'number',
      unit: '',
      where: { point: '', link: '', unit: 1, table: 'input', address },
      place: 0,
      number: 1,
    });
    expect(blocksOf([at(0), at(1), at(2)], 0)).toHaveLength(1);
    expect(blocksOf([at(0), at(4)], 3).map(({ length }) => length)).toEqual([5]);
    expect(blocksOf([at(0), at(5)], 3).map(({ length }) => length)).toEqual([1, 1]);
  });
});
