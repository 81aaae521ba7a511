import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { carriesCredential, isHealthProbe, secureLocation } from './plain-request.js';

const asAsked = (hostname: string): string => hostname;
const request = (url: string, headers: Record<string, string> = { host: 'pdu:8080' }) => ({ url, headers });

describe('the redirect from HTTP to HTTPS', () => {
  it.each([
    ['/', 'pdu:8080', 443, 'https://pdu/'],
    ['/api/outlets?a=1&b=%20', 'pdu', 8443, 'https://pdu:8443/api/outlets?a=1&b=%20'],
    ['/x', '[fd00::1]:8080', 443, 'https://[fd00::1]/x'],
    ['http://other:80/x', 'pdu', 443, 'https://other/x'],
    ['//evil.example/x', 'pdu', 443, 'https://pdu//evil.example/x'],
    ['/x', 'not a host', 443, undefined],
    ['*', 'pdu', 443, undefined],
  ])('from %j of %j to port %j is %j', (url, host, port, location) => {
    expect(secureLocation(request(url, { host }), port, asAsked)).toBe(location);
  });

  it('is none without a host', () => {
    expect(secureLocation({ url: '/', headers: {} }, 443, asAsked)).toBeUndefined();
  });

  it('never leads to another host than the one asked for, whatever the path', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        const location = secureLocation(request(`/${path}`), 443, asAsked);
        if (location !== undefined) expect(new URL(location).host).toBe('pdu');
      }),
    );
  });
});

describe('a plain request', () => {
  it.each([
    [request('/api/outlets', { authorization: 'Bearer x' }), true],
    [request('/api/outlets', { cookie: 'a=b; SPID=x' }), true],
    [request('/login'), true],
    [request('/api/login?x'), true],
    [request('/outlets', { cookie: 'SPID=x' }), false],
    [request('/api/outlets', { cookie: 'XSPID=x' }), false],
    [request('/logins'), false],
  ])('%j carries a credential: %j', (each, carries) => {
    expect(carriesCredential(each)).toBe(carries);
  });

  it('is a health probe when it requests the health without a credential', () => {
    expect(isHealthProbe(request('/health'))).toBe(true);
    expect(isHealthProbe(request('/health/live'))).toBe(true);
    expect(isHealthProbe(request('/healthy'))).toBe(false);
    expect(isHealthProbe(request('/health', { cookie: 'SPID=x' }))).toBe(false);
    expect(isHealthProbe(request('/health', { authorization: 'Bearer x' }))).toBe(false);
  });
});
