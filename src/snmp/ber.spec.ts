import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  BerReader,
  BerWriter,
  MALFORMED,
  MalformedMessage,
  TAG,
  compareOids,
  isOid,
  oidOctets,
  oidText,
} from './ber.js';

const arc = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 0xffffffff }));
const arcs = fc
  .tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 39 }), fc.array(arc, { maxLength: 12 }))
  .map(([first, second, others]) => [first, second, ...others]);

const written = (write: (writer: BerWriter) => void): Buffer => {
  const writer = new BerWriter();
  write(writer);
  return writer.take();
};

describe('BER', () => {
  it.each([
    [0, '020100'],
    [127, '02017f'],
    [128, '02020080'],
    [-1, '0201ff'],
    [-128, '020180'],
    [-129, '0202ff7f'],
    [2147483647, '02047fffffff'],
    [-2147483648, '020480000000'],
  ])('writes the integer %i as %s', (value, octets) => {
    expect(written((writer) => writer.integer(value)).toString('hex')).toBe(octets);
  });

  it('reads every integer that it has written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), (value) => {
        expect(new BerReader(written((writer) => writer.integer(value))).integer()).toBe(value);
      }),
    );
  });

  it('reads every unsigned integer that it has written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        const octets = written((writer) => writer.integer(value, TAG.gauge32));
        expect(new BerReader(octets).unsigned(TAG.gauge32)).toBe(value);
      }),
    );
  });

  it('writes the largest Counter64 with a zero in front', () => {
    const octets = written((writer) => writer.integer(2n ** 64n - 1n, TAG.counter64));
    expect(octets.toString('hex')).toBe('460900ffffffffffffffff');
  });

  it('refuses to write what is not a whole number', () => {
    expect(() => written((writer) => writer.integer(NaN))).toThrow(RangeError);
    expect(() => written((writer) => writer.integer(0.5))).toThrow(RangeError);
  });

  it('writes a length in the fewest octets, and grows for long messages', () => {
    for (const length of [0, 127, 128, 255, 256, 5000, 65_000]) {
      const octets = written((writer) => writer.octets(Buffer.alloc(length, 1)));
      expect(new BerReader(octets).octets()).toHaveLength(length);
      expect(octets.length - length).toBe(length < 128 ? 2 : length < 256 ? 3 : 4);
    }
  });

  it.each([
    ['no octets at all', ''],
    ['an indefinite length', '3080020100000000'],
    ['an element longer than the message', '02050102'],
    ['a length of five octets', '0285000000000100'],
    ['an integer without octets', '0200'],
    ['an integer of five octets', '02050102030405'],
  ])('refuses %s', (_, octets) => {
    const reader = new BerReader(Buffer.from(octets, 'hex'));
    expect(() => (octets.startsWith('30') ? reader.inner(TAG.sequence) : reader.integer())).toThrow(MALFORMED);
  });

  it('throws nothing but its one error for any octets', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (octets) => {
        const reader = new BerReader(Buffer.from(octets));
        try {
          while (!reader.isAtEnd) {
            const element = new BerReader(reader.element());
            if (element.peek() === TAG.oid) element.oid();
            else element.unsigned(element.peek());
          }
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedMessage);
        }
      }),
    );
  });
});

describe('an object identifier', () => {
  it('is the same after its octets', () => {
    fc.assert(
      fc.property(arcs, (numbers) => {
        const text = numbers.join('.');
        const octets = oidOctets(text);
        expect(oidText(octets)).toBe(text);
        expect(isOid(octets)).toBe(true);
      }),
    );
  });

  it('comes before another as its numbers do', () => {
    fc.assert(
      fc.property(arcs, arcs, fc.array(arc, { maxLength: 3 }), (one, other, more) => {
        for (const [a, b] of [
          [one, other],
          [one, [...one, ...more]],
        ] as const) {
          const expected = compareNumbers(a, b);
          expect(Math.sign(compareOids(oidOctets(a.join('.')), oidOctets(b.join('.'))))).toBe(expected);
        }
      }),
    );
  });

  it.each([
    ['empty', ''],
    ['ending within a number', '2b86'],
    ['with a number in more octets than it needs', '2b8001'],
    ['with a number beyond 32 bits', '2b9080808000'],
    ['of more than 128 numbers', '2b'.padEnd(2 + 2 * 127, '01')],
  ])('is refused when it is %s', (_, octets) => {
    expect(isOid(Buffer.from(octets, 'hex'))).toBe(false);
  });
});

function compareNumbers(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((number, at) => number !== other[at]);
  if (place < 0) return Math.sign(one.length - other.length);
  return place >= other.length ? 1 : Math.sign((one[place] ?? 0) - (other[place] ?? 0));
}
