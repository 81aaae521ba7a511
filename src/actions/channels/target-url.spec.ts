import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostOf, portOf, parseTargetUrl } from './target-url.js';

const target = (text: string, scheme?: 'http' | 'https'): string => {
  const read = parseTargetUrl(text, scheme);
  return 'wrong' in read
    ? read.wrong
    : `${read.url.protocol} ${hostOf(read.url)} ${portOf(read.url)} ${read.url.pathname}`;
};

describe('a target', () => {
  it.each([
    ['10.0.0.5', 'http: 10.0.0.5 80 /'],
    ['10.0.0.5:8080', 'http: 10.0.0.5 8080 /'],
    ['hook.example/path', 'http: hook.example 80 /path'],
    ['localhost:3000/a', 'http: localhost 3000 /a'],
    ['https://hook.example', 'https: hook.example 443 /'],
    ['HTTP://Hook.Example:81/', 'http: hook.example 81 /'],
    ['fd00::5', 'http: fd00::5 80 /'],
    ['[fd00::5]:8080', 'http: fd00::5 8080 /'],
    [' 10.0.0.5 ', 'http: 10.0.0.5 80 /'],
    ['0x7f.1', 'http: 127.0.0.1 80 /'],
  ])('%s is %s', (text, read) => expect(target(text)).toBe(read));

  it('without a scheme is https where that is asked for', () => {
    expect(target('10.0.0.5', 'https')).toBe('https: 10.0.0.5 443 /');
  });

  it.each([
    '',
    ' ',
    'http://',
    'ftp://a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://a b',
    'http://u:p@a',
    'a:99999',
    'u@a',
  ])('%j is none', (text) => expect(parseTargetUrl(text)).toHaveProperty('wrong'));

  it('is an http or https URL without credentials, or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
        const read = parseTargetUrl(text);
        if ('wrong' in read) return;
        expect(read.url.protocol).toMatch(/^https?:$/);
        expect(read.url.username + read.url.password).toBe('');
        expect(read.url.hostname).not.toBe('');
      }),
    );
  });
});
