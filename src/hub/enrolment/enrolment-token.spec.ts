import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newEnrolmentToken, tokenHashOf } from './enrolment-token.js';

const HUB = 'h'.repeat(43);

describe('a token of enrolment', () => {
  it('is known by its hash, which does not contain its secret', () => {
    const { token, tokenHash } = newEnrolmentToken(HUB);
    expect(token).toMatch(/^rf1\.[\w-]{32}\.h{43}$/);
    expect(tokenHashOf(token, HUB)).toBe(tokenHash);
    expect(tokenHash).not.toContain(token.slice(4, 20));
    expect(newEnrolmentToken(HUB).token).not.toBe(token);
  });

  it('is that of its own hub alone', () => {
    expect(tokenHashOf(newEnrolmentToken('i'.repeat(43)).token, HUB)).toBeUndefined();
  });

  it('is nothing else that anybody sends', () => {
    const { token } = newEnrolmentToken(HUB);
    for (const other of [` ${token}`, `${token} `, token.replace('rf1', 'rf2'), token.slice(1), `${token}.x`]) {
      expect(tokenHashOf(other, HUB)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(tokenHashOf(text, HUB)).toBeUndefined()));
  });
});
