import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FilterError, matches, parseFilter } from './filter.js';

const OUTLET = {
  Id: '3',
  PowerState: 'On',
  CurrentAmps: { Reading: 2.5 },
  Locked: false,
  Tags: ['a', 'b'],
  UserLabel: "O'Neil",
};
const holds = (text: string): boolean => matches(parseFilter(text), OUTLET);

describe('a condition', () => {
  it.each([
    ["PowerState eq 'On'", true],
    ["PowerState ne 'On'", false],
    ['CurrentAmps/Reading gt 2', true],
    ['CurrentAmps/Reading le 2.4', false],
    ['Locked eq false', true],
    ['Missing eq null', true],
    ['Missing gt 1', false],
    ["Tags eq 'b'", true],
    ["UserLabel eq 'O''Neil'", true],
    ["not PowerState eq 'Off'", true],
    ["PowerState eq 'Off' or Id eq '3' and Locked eq false", true],
    ["(PowerState eq 'Off' or Id eq '3') and Locked eq true", false],
  ])('%s holds: %s', (text, expected) => {
    expect(holds(text)).toBe(expected);
  });

  it.each([
    '',
    'Id',
    'Id eq',
    "eq 'a'",
    "Id is 'a'",
    "(Id eq 'a'",
    "Id eq 'a' Id eq 'b'",
    "Id eq 'a",
    'Id gt null',
    '1 eq 1',
    ')',
  ])('is refused: %s', (text) => {
    expect(() => parseFilter(text)).toThrow(FilterError);
  });

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        try {
          expect(typeof matches(parseFilter(text), OUTLET)).toBe('boolean');
        } catch (error) {
          expect(error).toBeInstanceOf(FilterError);
        }
      }),
    );
  });

  it('means the same with brackets around it, and the opposite after not', () => {
    const comparison = fc
      .tuple(
        fc.constantFrom('Id', 'PowerState', 'CurrentAmps/Reading'),
        fc.constantFrom('eq', 'ne', 'gt', 'le'),
        fc.constantFrom("'On'", '2.5', "'3'"),
      )
      .map((parts) => parts.join(' '));
    const condition = fc
      .array(fc.tuple(comparison, fc.constantFrom('and', 'or')), { minLength: 1, maxLength: 5 })
      .map((parts) => parts.map(([text, word], place) => (place === 0 ? text : `${word} ${text}`)).join(' '));
    fc.assert(
      fc.property(condition, (text) => {
        expect(holds(`(${text})`)).toBe(holds(text));
        expect(holds(`not (${text})`)).toBe(!holds(text));
      }),
    );
  });
});
