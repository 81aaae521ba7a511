import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { changesState, isCrossSite, isCrossSiteGet } from './cross-site.js';

describe('a request', () => {
  it.each([
    ['a program other than a browser', { host: 'pdu' }],
    ['our own page', { host: 'pdu', 'sec-fetch-site': 'same-origin', origin: 'http://pdu' }],
    ['the address bar', { host: 'pdu', 'sec-fetch-site': 'none' }],
    [
      'our own page on an address without Sec-Fetch headers',
      { host: '192.168.1.20:8080', origin: 'http://192.168.1.20:8080' },
    ],
    ['our own page behind HTTPS', { host: 'pdu', origin: 'https://pdu' }],
    ['our own page, the default port written out', { host: 'pdu:80', origin: 'http://pdu' }],
    ['our own page, a host name in capitals', { host: 'PDU.local', origin: 'http://pdu.local' }],
    ['our own page on IPv6', { host: '[fe80::1]:8080', origin: 'http://[fe80::1]:8080' }],
  ])('of %s is not foreign', (_, headers) => {
    expect(isCrossSite(headers)).toBe(false);
  });

  it.each([
    ['another site', { host: 'pdu', 'sec-fetch-site': 'cross-site' }],
    ['a neighbour on the same domain', { host: 'pdu.example', 'sec-fetch-site': 'same-site' }],
    ['a browser with an unknown Sec-Fetch-Site', { host: 'pdu', 'sec-fetch-site': 'maybe' }],
    [
      'another site whose Origin was made to fit',
      { host: 'pdu', 'sec-fetch-site': 'cross-site', origin: 'http://pdu' },
    ],
    ['another host', { host: 'pdu', origin: 'http://evil.example' }],
    ['another port', { host: 'pdu:8080', origin: 'http://pdu:9090' }],
    ['the other default port', { host: 'pdu:80', origin: 'https://pdu' }],
    ['a sandboxed frame', { host: 'pdu', origin: 'null' }],
    ['an empty origin', { host: 'pdu', origin: '' }],
    ['a local file', { host: 'pdu', origin: 'file://pdu' }],
    ['a host that only begins alike', { host: 'pdu', origin: 'http://pdu.evil.example' }],
    ['a host with our name as user', { host: 'pdu', origin: 'http://pdu@evil.example' }],
    ['a client without a host', { origin: 'http://pdu' }],
  ])('of %s is foreign', (_, headers) => {
    expect(isCrossSite(headers)).toBe(true);
  });

  it('never makes the check throw, and an origin that fits by chance must name the host', () => {
    fc.assert(
      fc.property(fc.string(), (origin) => isCrossSite({ host: 'pdu', origin }) || new URL(origin).host === 'pdu'),
    );
    fc.assert(fc.property(fc.string(), (host) => typeof isCrossSite({ host, origin: 'http://pdu' }) === 'boolean'));
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('with %s changes nothing', (method) => {
    expect(changesState(method)).toBe(false);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('with %s may change something', (method) => {
    expect(changesState(method)).toBe(true);
  });
});

describe('a GET that changes something', () => {
  const browser = { host: 'pdu', 'user-agent': 'Mozilla/5.0 (X11)', 'accept-language': 'de' };

  it.each([
    ['a program other than a browser', { host: 'pdu', 'user-agent': 'curl/8.5.0' }],
    ['a program that names languages', { host: 'pdu', 'user-agent': 'node', 'accept-language': '*' }],
    [
      'a program that calls itself Mozilla',
      { host: 'pdu', 'user-agent': 'Mozilla/5.0 (Windows NT) WindowsPowerShell/5.1' },
    ],
    ['our own page', { ...browser, referer: 'http://pdu/outlets' }],
    ['the address bar', { ...browser, 'sec-fetch-site': 'none' }],
  ])('of %s is not foreign', (_, headers) => {
    expect(isCrossSiteGet(headers)).toBe(false);
  });

  it.each([
    ['another site', { ...browser, 'sec-fetch-site': 'cross-site' }],
    ['a page of another site over plain HTTP', { ...browser, referer: 'http://evil.example/pdu' }],
    ['a page that hides its address', browser],
  ])('of %s is foreign', (_, headers) => {
    expect(isCrossSiteGet(headers)).toBe(true);
  });
});
