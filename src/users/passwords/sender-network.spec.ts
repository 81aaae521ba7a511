import { isIPv6 } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { networkOf } from './sender-network.js';

describe('one sender', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['unknown', 'unknown'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8::9', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:0:0:192.0.2.7', '2001:db8:0:0::/64'],
    ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80::%eth0'],
    ['FE80::a:b:c:d%eth0', 'fe80::%eth0'],
    ['febf::1%wlan0', 'fe80::%wlan0'],
    ['fe80::1', 'fe80::'],
  ])('at %s is %s', (address, network) => expect(networkOf(address)).toBe(network));

  it('is the same for all addresses of a /64, and another for another /64', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        fc.pre(isIPv6(one) && isIPv6(other));
        const canonical = (address: string) => new URL(`http://[${address}]/`).hostname;
        expect(networkOf(canonical(one).slice(1, -1))).toBe(networkOf(one));
        expect(networkOf(one)).toMatch(/^([0-9a-f]{1,4}:){3}[0-9a-f]{1,4}::\/64$|^fe80::$/i);
      }),
    );
  });
});
