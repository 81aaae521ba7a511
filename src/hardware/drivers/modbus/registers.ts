import type { RegisterType } from './modbus.bus.js';

const WORD = 2;

/** The register types: the number of registers of each, and the conversion of its bytes, high word first. */
const TYPES: Readonly<Record<RegisterType, { words: number; read: (bytes: Buffer) => number }>> = {
  uint16: { words: 1, read: (bytes) => bytes.readUInt16BE() },
  int16: { words: 1, read: (bytes) => bytes.readInt16BE() },
  uint32: { words: 2, read: (bytes) => bytes.readUInt32BE() },
  int32: { words: 2, read: (bytes) => bytes.readInt32BE() },
  uint64: { words: 4, read: (bytes) => Number(bytes.readBigUInt64BE()) },
  float32: { words: 2, read: (bytes) => bytes.readFloatBE() },
  float64: { words: 4, read: (bytes) => bytes.readDoubleBE() },
};

export const wordsOf = (type: RegisterType): number => TYPES[type].words;

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
