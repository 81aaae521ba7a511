import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRegister } from './registers.js';

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

  it('is undefined when the answer does not contain all of it', () => {
    expect(() => readRegister(Buffer.alloc(2), 0, 'float32', 'big')).toThrow('too short');
  });
});
