import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newToken } from '../../common/token.js';
import { cookieTokens, firstCookieToken, NO_COOKIE, sessionCookie } from './cookie.js';

const token = newToken();
const other = newToken();

describe('the cookie header', () => {
  it.each([
    ['alone', `SPID=${token}`],
    ['among others', `theme=dark; SPID=${token}; lang=en`],
    ['without spaces', `theme=dark;SPID=${token};lang=en`],
    ['in quotes', `SPID="${token}"`],
    ['after a cookie whose name ends like it', `XSPID=${other}; SPID=${token}`],
    ['after a broken one', `SPID=; SPID=short; =; ;; SPID=${token}`],
  ])('gives the token %s', (_, header) => {
    expect(cookieTokens(header)).toEqual([token]);
  });

  it.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['another name', `spid=${token}`],
    ['a longer name', `SPID2=${token}`],
    ['a name inside a value', `a=SPID=${token}`],
    ['a value that is not a token', 'SPID=../../etc/passwd'],
    ['a token with something behind it', `SPID=${token}x`],
    ['a comma in place of a semicolon', `a=b, SPID=${token}`],
  ])('gives no token for %s', (_, header) => {
    expect(cookieTokens(header)).toEqual([]);
  });

  it('gives several in their order, and no more than eight', () => {
    expect(cookieTokens(`SPID=${token}; SPID=${other}`)).toEqual([token, other]);
    expect(cookieTokens(Array(300).fill(`SPID=${token}`).join('; '))).toHaveLength(8);
  });

  it('never throws, and never gives anything but tokens from the header', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        for (const found of cookieTokens(`${before};SPID=${token};${after}`))
          expect(found).toMatch(/^[0-9A-Za-z]{43}$/);
        const [first] = cookieTokens(`${before};SPID=${token};${after}`);
        expect(firstCookieToken(`${before};SPID=${token};${after}`)).toBe(first);
        return cookieTokens(`${before};SPID=${token};${after}`).includes(token);
      }),
    );
  });
});

describe('the Set-Cookie header', () => {
  it('begins as specified and keeps scripts and other sites out', () => {
    expect(sessionCookie('abc', false)).toBe('SPID=abc; path=/; HttpOnly; SameSite=Strict');
    expect(sessionCookie('abc', true)).toBe('SPID=abc; path=/; HttpOnly; SameSite=Strict; Secure');
  });

  it('makes the browser forget the cookie at the end', () => {
    expect(NO_COOKIE).toBe('SPID=; path=/; Max-Age=0; HttpOnly; SameSite=Strict');
  });
});
