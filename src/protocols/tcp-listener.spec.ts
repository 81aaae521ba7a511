import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { TcpListener } from './tcp-listener.js';

const listener = (networks: string, emptyMeans: 'all' | 'nobody'): TcpListener =>
  new TcpListener(
    {
      label: 'Modbus',
      settings: () => ({ enabled: true, port: 0, networks }),
      emptyMeans,
      limits: { total: 1, perAddress: 1 },
      idle: () => 0,
      load: () => Promise.resolve(() => undefined),
    },
    '127.0.0.1',
    new VirtualClock(),
  );

describe('a protocol server over TCP', () => {
  it.each(['all', 'nobody'] as const)('has no problem before it is started (an empty list: %s)', (emptyMeans) => {
    expect(listener('', emptyMeans).state()).toMatchObject({ enabled: true, port: undefined, problem: undefined });
  });

  it('says that nobody may connect, where it needs networks and has none', async () => {
    const modbus = listener('', 'nobody');
    await modbus.adjust();
    const { port, problem } = modbus.state();
    expect([port, problem]).toEqual([undefined, 'Modbus does not listen: enter the networks that may connect.']);
  });
});
