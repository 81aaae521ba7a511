import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isCommonPassword } from './password-policy.js';
import { brokenRule } from './password-policy.js';

const never = () => false;

describe('a password', () => {
  it.each([
    ['seven77', 'PASSWORD_TOO_SHORT'],
    ['', 'PASSWORD_TOO_SHORT'],
    ['⚡⚡⚡⚡⚡⚡⚡', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['Rack-Operator', 'PASSWORD_IS_USERNAME'],
    ['rack-operator', 'PASSWORD_IS_USERNAME'],
    ['rack-operator-2', undefined],
    ['😀'.repeat(128), undefined],
    ['eight  8', undefined],
    ['\u0000\n\t tab & null', undefined],
  ])('%j is judged %s', (password, rule) => expect(brokenRule(password, 'Rack-Operator', never)).toBe(rule));

  it('of 8 to 128 characters may have any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 8, maxLength: 128 }), (password) => {
        expect(brokenRule(password, 'somebody', never)).toBeUndefined();
      }),
    );
  });

  it('is checked for its length first', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (password, username) => {
        const length = [...password].length;
        const rule = brokenRule(password, username, () => true);
        if (length < 8) expect(rule).toBe('PASSWORD_TOO_SHORT');
        else if (length > 128) expect(rule).toBe('PASSWORD_TOO_LONG');
        else expect(['PASSWORD_COMMON', 'PASSWORD_IS_USERNAME']).toContain(rule);
      }),
    );
  });
});

describe('a common password', () => {
  it.each(['password', 'Password1', '1234567890', 'ADMINISTRATOR', 'qwerty123', '00000000', 'xxxxxxxxxxxx'])(
    'is %s',
    (password) => expect(isCommonPassword(password)).toBe(true),
  );

  it.each(['correct horse battery', 'staple that battery', 'M7KQ2ZXW9RTB4HNC'])('is not %s', (password) =>
    expect(isCommonPassword(password)).toBe(false),
  );
});
