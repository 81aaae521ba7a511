import { describe, expect, it } from '@jest/globals';
import { assert, constantFrom, dictionary, jsonValue, property, string } from 'fast-check';
import { newToken } from '../common/token.js';
import { parseFirstMessage } from './first-message.js';

const TOKEN = newToken();
const session = (...tokens: string[]) => tokens.map((token) => ({ kind: 'session', token }));
const parse = (message: unknown, upgradeCookies?: string) => parseFirstMessage(JSON.stringify(message), upgradeCookies);

describe('the first message of a stream', () => {
  it.each([
    ['a bare session token', TOKEN],
    ['a bare session token with spaces around it', ` ${TOKEN}\n`],
    ['the session cookie', `SPID=${TOKEN}`],
    ['a whole cookie string', `theme=dark; SPID=${TOKEN}; lang=en`],
    ['the line of Set-Cookie', `SPID=${TOKEN}; path=/; HttpOnly`],
  ])('may carry %s', (_, cookie) => {
    expect(parse({ cookie })).toEqual(session(TOKEN));
  });

  it('may carry a cookie string with several sessions', () => {
    const other = newToken();
    expect(parse({ cookie: `SPID=${TOKEN}; SPID=${other}` })).toEqual(session(TOKEN, other));
  });

  it('may leave it to the cookie of the upgrade request', () => {
    const other = newToken();
    expect(parse({ cookie: '' }, `SPID=${TOKEN}; SPID=${other}`)).toEqual(session(TOKEN, other));
    expect(parse({ cookie: ' ' }, `SPID=${TOKEN}`)).toEqual(session(TOKEN));
    expect(parse({ cookie: '' }, TOKEN)).toEqual([]);
    expect(parse({ cookie: '' })).toEqual([]);
    expect(parse({ cookie: other }, `SPID=${TOKEN}`)).toEqual(session(other));
  });

  it('may carry a personal access token, with or without an empty cookie', () => {
    expect(parse({ token: TOKEN })).toEqual([{ kind: 'token', token: TOKEN }]);
    expect(parse({ token: TOKEN, cookie: '' })).toEqual([{ kind: 'token', token: TOKEN }]);
  });

  it('that names a session is about that session, whatever else it carries', () => {
    expect(parse({ cookie: TOKEN, token: newToken() })).toEqual(session(TOKEN));
  });

  it('may have unknown members', () => {
    expect(parse({ cookie: TOKEN, subscribe: ['outlets'] })).toEqual(session(TOKEN));
  });

  it('offers no session when there is none in it', () => {
    expect(parse({ cookie: 'SPID=' })).toEqual(session());
    expect(parse({ cookie: 'spid=lower; XSPID=x' })).toEqual(session());
  });

  it.each([
    ['', 'nothing'],
    ['not JSON', 'text'],
    [`{"cookie": "${TOKEN}"`, 'half an object'],
    ['null', 'null'],
    ['[]', 'a list'],
    ['{}', 'an empty object'],
    ['{"cookie": null}', 'no cookie'],
    ['{"cookie": 5}', 'a number'],
    ['{"cookie": ["a"]}', 'a list as cookie'],
    ['{"token": {}}', 'an object as token'],
    [`{"__proto__": {"cookie": "${TOKEN}"}}`, 'a cookie in the prototype'],
  ])('is no credential when it is %s (%s)', (text) => {
    expect(parseFirstMessage(text)).toBeUndefined();
  });

  it('never throws, and never passes on text that cannot be a session token', () => {
    const isSound = (text: string): boolean => {
      const offered = parseFirstMessage(text, text) ?? [];
      return offered.every(({ kind, token }) => kind !== 'session' || /^[0-9A-Za-z]{43}$/.test(token));
    };
    const cookies = string({ unit: constantFrom('SPID=', TOKEN, ';', ' ', '=', '"', 'a') });
    assert(property(string(), isSound));
    assert(property(jsonValue(), (value) => isSound(JSON.stringify(value))));
    assert(
      property(dictionary(constantFrom('cookie', 'token', 'x'), cookies), (value) => isSound(JSON.stringify(value))),
    );
  });
});
