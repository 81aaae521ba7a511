import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printable, formatDecimal, parseDecimal } from './text.js';

describe('the name that a stranger sends', () => {
  it('cannot forge a second line of the log', () => {
    expect(printable('admin\r\nadmin signed in\u2028\u0000\u009b31m\u202eneila', 100)).toBe(
      'admin admin signed in 31m neila',
    );
  });

  it('keeps letters of every script', () => {
    expect(printable('Jürgen 吉田 👩‍🔧', 100)).toBe('Jürgen 吉田 👩‍🔧');
  });

  it('is at most as long as requested, and ends with a whole character', () => {
    expect(printable('x'.repeat(1000), 100)).toHaveLength(100);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printable(text, 10);
        return Array.from(shown).length <= 10 && !/\p{Cs}/u.test(shown);
      }),
    );
  });
});

describe('a number as decimal text', () => {
  it('is the shortest text without an exponent that is the same number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
        const digits = (each: string) =>
          each
            .replace(/e.*$/, '')
            .replace(/[-.]/g, '')
            .replace(/^0+|0+$/g, '');
        expect(digits(text)).toBe(digits(String(value)));
      }),
    );
  });

  it.each([
    [1e-7, '0.0000001'],
    [-1.5e-7, '-0.00000015'],
    [1e21, '1000000000000000000000'],
    [1.25e22, '12500000000000000000000'],
    [-0, '0'],
    [3.2, '3.2'],
  ])('%p is %s', (value, text) => expect(formatDecimal(value)).toBe(text));
});

describe('decimal text as a number', () => {
  it('is parsed like Number does, for any decimal and finite text', () => {
    const part = fc.stringMatching(/^[0-9]{0,6}$/);
    const exponent = fc.oneof(fc.constant(''), fc.stringMatching(/^[eE][+-]?[0-9]{1,3}$/));
    fc.assert(
      fc.property(
        fc.constantFrom('', '+', '-'),
        part,
        fc.boolean(),
        part,
        exponent,
        (sign, whole, dot, rest, power) => {
          const text = `${sign}${whole}${dot ? `.${rest}` : ''}${power}`;
          const value = text === '' ? NaN : Number(text);
          expect(parseDecimal(text)).toBe(Number.isFinite(value) ? value : undefined);
        },
      ),
    );
  });

  it.each(['', ' ', '0x10', '0b1', 'Infinity', '1e999', '1,5', '1 000', '--1', '1e', '.', 'NaN', '1_000'])(
    '%j is refused',
    (text) => expect(parseDecimal(text)).toBeUndefined(),
  );
});
