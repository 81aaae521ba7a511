import type { RegisterType } from './modbus.bus.js';

const WORD = 2;

interface RegisterFormat {
  /** Number of registers. */
  readonly words: number;
  /** Converts the bytes, high word first. */
  readonly read: (bytes: Buffer) => number;
  /** The number that says "no value" (SunSpec Information Model Specification 1.9, section 4); most meters use the same. */
  readonly none: number;
}

const TYPES: Readonly<Record<RegisterType, RegisterFormat>> = {
  uint16: { words: 1, read: (bytes) => bytes.readUInt16BE(), none: 0xffff },
  int16: { words: 1, read: (bytes) => bytes.readInt16BE(), none: -0x8000 },
  uint32: { words: 2, read: (bytes) => bytes.readUInt32BE(), none: 0xffff_ffff },
  int32: { words: 2, read: (bytes) => bytes.readInt32BE(), none: -0x8000_0000 },
  uint64: { words: 4, read: (bytes) => Number(bytes.readBigUInt64BE()), none: Number(0xffff_ffff_ffff_ffffn) },
  float32: { words: 2, read: (bytes) => bytes.readFloatBE(), none: Number.NaN },
  float64: { words: 4, read: (bytes) => bytes.readDoubleBE(), none: Number.NaN },
};

export const wordsOf = (type: RegisterType): number => TYPES[type].words;

/** True for a number by which a meter says that it has no value. */
export const isNoValue = (number: number, type: RegisterType): boolean => Object.is(number, TYPES[type].none);

/** The number at register `at` of a block. `little`: the low word comes first. */
export function readRegister(registers: Buffer, at: number, type: RegisterType, wordOrder: 'big' | 'little'): number {
  const { words, read } = TYPES[type];
  const bytes = registers.subarray(at * WORD, (at + words) * WORD);
  if (bytes.length < words * WORD) throw new RangeError('the answer is too short');
  return read(wordOrder === 'big' ? bytes : swapped(bytes));
}

function swapped(bytes: Buffer): Buffer {
  const words = Array.from({ length: bytes.length / WORD }, (_, n) => bytes.subarray(n * WORD, (n + 1) * WORD));
  return Buffer.concat(words.reverse());
}
