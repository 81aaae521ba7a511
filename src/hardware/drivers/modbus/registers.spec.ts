import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isNoValue, readRegister } from './registers.js';

describe('a value in registers', () => {
  it('is the same in either order of its words', () => {
    fc.assert(
      fc.property(fc.float({ noNaN: true }), (value) => {
        const big = Buffer.alloc(4);
        big.writeFloatBE(value);
        const little = Buffer.concat([big.subarray(2), big.subarray(0, 2)]);
        expect(readRegister(big, 0, 'float32', 'big')).toBe(value);
        expect(readRegister(little, 0, 'float32', 'little')).toBe(value);
      }),
    );
  });

  it('is read at its address, with its sign', () => {
    const registers = Buffer.from('0001fffe00010002', 'hex');
    expect(readRegister(registers, 1, 'int16', 'big')).toBe(-2);
    expect(readRegister(registers, 1, 'uint16', 'big')).toBe(65_534);
    expect(readRegister(registers, 2, 'uint32', 'big')).toBe(65_538);
    expect(readRegister(registers, 0, 'uint64', 'big')).toBe(Number(0x0001fffe00010002n));
  });

  it.each([
    ['uint16', 'ffff'],
    ['int16', '8000'],
    ['uint32', 'ffffffff'],
    ['int32', '80000000'],
    ['uint64', 'ffffffffffffffff'],
    ['float32', '7fc00000'],
    ['float64', '7ff8000000000000'],
  ] as const)('is none in the number that meters send instead of one: %s %s', (type, hex) => {
    expect(isNoValue(readRegister(Buffer.from(hex, 'hex'), 0, type, 'big'), type)).toBe(true);
    const other = Buffer.from(hex, 'hex').fill(1);
    expect(isNoValue(readRegister(other, 0, type, 'big'), type)).toBe(false);
  });

  it('is undefined when the answer does not contain all of it', () => {
    expect(() => readRegister(Buffer.alloc(2), 0, 'float32', 'big')).toThrow('too short');
  });
});
