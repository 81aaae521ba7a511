import { describe, expect, it } from '@jest/globals';
import { defaultGateway } from './default-gateway.js';

const ROUTES = [
  'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT',
  'wg0\t00000000\t00000000\t0001\t0\t0\t0\t00000000\t0\t0\t0',
  'eth0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0',
  'eth0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0',
].join('\n');

describe('the gateway of an interface', () => {
  it('is that of its default route', () => {
    expect(defaultGateway(ROUTES, 'eth0')).toBe('192.0.2.1');
  });

  it('is not known where no default route has one, or nothing can be read', () => {
    expect(defaultGateway(ROUTES, 'wg0')).toBeNull();
    expect(defaultGateway(ROUTES, 'eth1')).toBeNull();
    expect(defaultGateway('', 'eth0')).toBeNull();
  });
});
