import { describe, expect, it } from '@jest/globals';
import { plainAddress } from '../common/networks.js';
import { AllowedNetworks } from './allowed-networks.js';

describe('the allowed networks', () => {
  it.each([
    ['10.0.0.0/8, 192.0.2.7', '10.1.2.3', true],
    ['10.0.0.0/8, 192.0.2.7', '192.0.2.7', true],
    ['10.0.0.0/8, 192.0.2.7', '192.0.2.8', false],
    ['10.0.0.0/8', '::ffff:10.1.2.3', true],
    ['2001:db8::/32', '2001:db8::7', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['2001:db8::/32', '10.1.2.3', false],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['10.0.0.0/8', '', false],
  ])('%s: a peer with the address "%s" is admitted: %s', (text, address, isAdmitted) => {
    expect(AllowedNetworks.parse(text).includes(plainAddress(address))).toBe(isAdmitted);
  });

  it('are all or none if the list is empty, as its owner decides', () => {
    expect(AllowedNetworks.parse(' ').includes('203.0.113.9')).toBe(true);
    expect(AllowedNetworks.parse('', 'nobody').includes('203.0.113.9')).toBe(false);
    expect(AllowedNetworks.parse('', 'nobody').isNobody).toBe(true);
    expect(AllowedNetworks.parse('10.0.0.0/8', 'nobody').isNobody).toBe(false);
  });
});
