import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressOf, isSecure, type ForwardedRequest } from '../common/access.js';
import { TrustedProxies } from './trusted-proxies.js';

const proxies = new TrustedProxies(['192.0.2.1', '10.0.0.0/8', '2001:db8::/32']);

const seen = (peer: string, headers: Record<string, string>) => {
  const request = {
    socket: { remoteAddress: peer },
    headers: { host: 'inside:8080', ...headers },
  } as unknown as IncomingMessage & ForwardedRequest;
  proxies.apply(request);
  return { address: addressOf(request), secure: isSecure(request), host: request.headers.host };
};
const senderFrom = (forwardedFor: string, peer = '192.0.2.1'): string =>
  seen(peer, { 'x-forwarded-for': forwardedFor }).address;

describe('behind a trusted proxy', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db9::7]:443', '2001:db9::7'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9, unknown', '192.0.2.1'],
    ['203.0.113.9, 999.1.1.1, 10.1.2.3', '10.1.2.3'],
    ['', '192.0.2.1'],
  ])('X-Forwarded-For: %s means %s', (header, address) => expect(senderFrom(header)).toBe(address));

  it('the scheme and the host are those of the proxy headers', () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'pdu.example' };
    for (const peer of ['192.0.2.1', '::ffff:10.1.2.3', '2001:db8::5']) {
      expect(seen(peer, headers)).toMatchObject({ secure: true, host: 'pdu.example' });
    }
    expect(seen('192.0.2.1', { 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'a b/c' })).toEqual({
      address: '192.0.2.1',
      secure: false,
      host: 'inside:8080',
    });
  });

  it('of several proxies, the one that saw the sender counts', () => {
    const headers = {
      'x-forwarded-for': '198.51.100.1, 203.0.113.9, 10.1.2.3',
      'x-forwarded-proto': 'http, https, http',
    };
    expect(seen('192.0.2.1', headers)).toMatchObject({ address: '203.0.113.9', secure: true });
  });
});

describe('from anybody else', () => {
  it('forwarding headers mean nothing, whatever they say', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.string()), fc.string(), fc.string(), (address, protocol, host) => {
        const headers = { 'x-forwarded-for': address, 'x-forwarded-proto': protocol, 'x-forwarded-host': host };
        expect(seen('203.0.113.1', headers)).toEqual({ address: '203.0.113.1', secure: false, host: 'inside:8080' });
      }),
    );
  });

  it('a sender is never a forged hop left of one that is not trusted', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.string({ maxLength: 8 })), { maxLength: 5 }), (made) => {
        expect(senderFrom([...made, '203.0.113.9', '10.0.0.7'].join(','))).toBe('203.0.113.9');
      }),
    );
  });
});
