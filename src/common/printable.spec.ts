import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { printable } from './printable.js';

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
