import { BlockList, isIPv4 } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { broadcastOf, bytesOf, refusalOf, type OutboundRules } from './outbound-rules.js';

const rules = (change: Partial<OutboundRules> = {}): OutboundRules => ({
  allowLocal: false,
  own: { ports: new Set([8080]), addresses: ['192.168.7.20', '2001:db8::20'] },
  broadcasts: ['192.168.7.255'],
  ...change,
});
const may = (address: string, port = 80, change: Partial<OutboundRules> = {}): boolean =>
  refusalOf(address, port, rules(change)) === undefined;

/** The same ranges in an independent implementation: Node's own block list. */
const NEVER = new BlockList();
NEVER.addSubnet('0.0.0.0', 8);
NEVER.addSubnet('169.254.0.0', 16);
NEVER.addSubnet('224.0.0.0', 4);
NEVER.addSubnet('240.0.0.0', 4);
NEVER.addAddress('192.168.7.255');
NEVER.addSubnet('fe80::', 9, 'ipv6');
NEVER.addSubnet('ff00::', 8, 'ipv6');
NEVER.addAddress('::', 'ipv6');
const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');
const NEAR_A_BORDER = fc.constantFrom(
  ...['0.0.0.0', '0.255.255.255', '1.0.0.0', '126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ...['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0', '223.255.255.255', '224.0.0.0'],
  ...['239.255.255.255', '240.0.0.0', '255.255.255.255', '192.168.7.254', '192.168.7.255'],
);
const anyIPv4 = fc.oneof(fc.ipV4(), NEAR_A_BORDER);

describe('an allowed address', () => {
  it.each([
    '10.0.0.5',
    '172.16.3.4',
    '192.168.1.1',
    '100.64.0.1',
    '8.8.8.8',
    'fd00::5',
    '2606:4700::1',
    '::ffff:10.0.0.5',
  ])('is %s: private and public networks', (address) => expect(may(address)).toBe(true));

  it.each([
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['169.254.169.254', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['febf::1', 'link-local'],
    ['fec0::1', 'link-local'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['192.168.7.255', 'broadcast'],
    ['::ffff:169.254.169.254', 'link-local'],
    ['::ffff:a9fe:a9fe', 'link-local'],
    ['::169.254.169.254', 'link-local'],
    ['::ffff:0:169.254.169.254', 'link-local'],
    ['64:ff9b::a9fe:a9fe', 'link-local'],
    ['2002:a9fe:a9fe::1', 'link-local'],
    ['::ffff:0.0.0.0', 'unspecified'],
    ['not-an-address', 'not an IP address'],
    ['', 'not an IP address'],
    ['0x7f.1', 'not an IP address'],
  ])('is not %s', (address, why) => {
    expect(refusalOf(address, 80, rules({ allowLocal: true }))).toContain(why);
  });

  it.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::'])(
    'is %s only where local targets are allowed',
    (address) => {
      expect(may(address)).toBe(false);
      expect(may(address, 80, { allowLocal: true })).toBe(true);
    },
  );

  it.each(['127.0.0.1', '::1', '192.168.7.20', '::ffff:192.168.7.20', '2001:db8:0:0:0:0:0:20', '2001:DB8::20'])(
    'is never the controller’s own socket on %s, whatever is allowed',
    (address) => {
      expect(may(address, 8080, { allowLocal: true })).toBe(false);
      expect(may(address, 8081, { allowLocal: true })).toBe(true);
    },
  );

  it.each(['192.168.7.20', '::ffff:192.168.7.20', '2001:db8::20'])(
    'is an address of the controller itself, %s, on no port unless local targets are allowed',
    (address) => {
      expect(refusalOf(address, 22, rules())).toContain('allowLocalTargets');
      expect(may(address, 22, { allowLocal: true })).toBe(true);
    },
  );

  it('is the same as by Node’s own lists of ranges, for every IPv4 address in every notation', () => {
    const written = fc.constantFrom(
      (address: string) => address,
      (address: string) => `::ffff:${address}`,
      (address: string) => `::FFFF:${hexOf(address)}`,
      (address: string) => `64:ff9b::${address}`,
      (address: string) => `2002:${hexOf(address)}::`,
    );
    fc.assert(
      fc.property(anyIPv4, written, fc.boolean(), (address, write, allowLocal) => {
        const allowed = !NEVER.check(address) && (allowLocal || !LOOPBACK.check(address));
        expect(may(write(address), 80, { allowLocal })).toBe(allowed);
      }),
      { numRuns: 2000 },
    );
  });

  it('is never an IPv6 address that Node’s lists forbid', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        if (NEVER.check(address, family(address)) || LOOPBACK.check(address, 'ipv6')) {
          expect(may(address)).toBe(false);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('has the same bytes in every notation', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const bytes = bytesOf(address) ?? [];
        expect(bytes).toHaveLength(16);
        const groups = Array.from({ length: 8 }, (_, group) =>
          ((bytes[group * 2] ?? 0) * 256 + (bytes[group * 2 + 1] ?? 0)).toString(16),
        );
        expect(bytesOf(groups.join(':'))).toEqual(bytes);
      }),
    );
  });

  it('has the broadcast address of its network', () => {
    expect(broadcastOf('192.168.7.20', '255.255.255.0')).toBe('192.168.7.255');
    expect(broadcastOf('10.1.2.3', '255.255.252.0')).toBe('10.1.3.255');
    expect(broadcastOf('10.1.2.3', '255.255.255.255')).toBeUndefined();
    expect(broadcastOf('fd00::1', 'ffff:ffff:ffff:ffff::')).toBeUndefined();
  });
});

const hexOf = (address: string): string => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
};
