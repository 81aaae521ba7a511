import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { describe, expect, it, jest } from '@jest/globals';
import { freePort } from '../../test/support/servers/free-port.js';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { TcpListener } from './tcp-listener.js';

const listener = (networks: string, emptyMeans: 'all' | 'nobody', port = 0): TcpListener =>
  new TcpListener(
    {
      label: 'Modbus',
      settings: () => ({ enabled: true, port, networks }),
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

  it('asks a client that says nothing for a minute if it is still there', async () => {
    const port = await freePort();
    const asks = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const nut = listener('', 'all', port);
    await nut.adjust();
    const client = connect(port, '127.0.0.1');
    await once(client, 'connect');
    while (nut.size === 0) await new Promise(setImmediate);
    expect(asks).toHaveBeenCalledWith(true, 60_000);
    asks.mockRestore();
    client.destroy();
    await nut.stop();
  });
});
