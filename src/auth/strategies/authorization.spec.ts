import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newToken } from '../../common/token.js';
import { basicPair, bearerToken, firstCredential } from './authorization.js';

const token = newToken();
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const NAME_AND_PASSWORD = { kind: 'basic', name: 'admin', password: 'x' };

describe('a bearer header', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('gives the token after %s', (scheme) => {
    expect(bearerToken(`${scheme} ${token}`)).toBe(token);
    expect(bearerToken(`${scheme}   ${token}`)).toBe(token);
  });

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Bearer${token}`,
    `XBearer ${token}`,
    `Bearerx ${token}`,
    `Basic ${token}`,
    `Bearer ${token} more`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Bearer "${token}"`,
    `Bearer\t${token}`,
    token,
  ])('gives nothing for %p', (header) => {
    expect(bearerToken(header)).toBeUndefined();
  });

  it('never throws and never gives anything but a token', () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) => bearerToken(text) === undefined && bearerToken(`Bearer ${text}`) === undefined,
      ),
    );
  });
});

describe('a Basic header', () => {
  it('gives name and password, split at the first colon', () => {
    expect(basicPair(`Basic ${base64('admin:pass:with:colons')}`)).toEqual({
      name: 'admin',
      password: 'pass:with:colons',
    });
    expect(basicPair(`BASIC ${base64('admin:x')}`)).toEqual({ name: 'admin', password: 'x' });
  });

  it('gives every name without a colon and every password unchanged', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes(':'));
    fc.assert(
      fc.property(name, fc.string({ unit: 'grapheme', minLength: 1 }), (name, password) => {
        expect(basicPair(`Basic ${base64(`${name}:${password}`)}`)).toEqual({ name, password });
      }),
    );
  });

  it.each([
    ['no header', undefined],
    ['another scheme', `Bearer ${base64('a:b')}`],
    ['a scheme with Basic in it', `XBasicY ${base64('a:b')}`],
    ['no colon', `Basic ${base64('admin')}`],
    ['no name', `Basic ${base64(':password')}`],
    ['no password', `Basic ${base64('admin:')}`],
    ['base64 without its padding', `Basic ${base64('admin:ab').replace('=', '')}`],
    ['the other alphabet of base64', `Basic ${base64('admin:~~~???').replace('/', '_').replace('+', '-')}`],
    ['something behind', `Basic ${base64('a:b')} x`],
    ['characters that are no base64', `Basic !${base64('a:b')}`],
    ['bytes that are no UTF-8', `Basic ${Buffer.from([0x61, 0x3a, 0xff]).toString('base64')}`],
    ['bits that mean nothing', 'Basic YTpiYx=='],
  ])('gives nothing for %s', (_, header) => {
    expect(basicPair(header)).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void basicPair(`Basic ${text}`)));
  });
});

describe('the first credential of a request', () => {
  const other = newToken();
  const [bearer, cookie, basic] = [`Bearer ${token}`, `SPID=${other}; SPID=${token}`, `Basic ${base64('admin:x')}`];

  it.each([
    ['a token before a cookie', { authorization: bearer, cookie }, { kind: 'token', token }],
    ['the first of several session cookies', { cookie }, { kind: 'session', token: other }],
    ['a cookie before Basic', { authorization: basic, cookie }, { kind: 'session', token: other }],
    ['Basic without a session cookie', { authorization: basic, cookie: 'theme=dark' }, NAME_AND_PASSWORD],
    ['a cookie beside a broken token', { authorization: `${bearer}x`, cookie }, { kind: 'session', token: other }],
    ['nothing', {}, undefined],
  ])('is %s', (_, headers, credential) => {
    expect(firstCredential(headers)).toEqual(credential);
  });
});
