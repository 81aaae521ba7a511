import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BrokerConnection } from './broker-connection.js';
import type { Loss } from './refusals.js';

const SETTINGS = {
  ...{ host: '127.0.0.1', port: 1883, tls: false, caCert: '', clientCert: '', clientKey: '' },
  ...{ username: '', password: '', clientId: 'pdu', version: '3.1.1' as const, keepalive: 60, prefix: 'rackfeed' },
};
/** The beginning of a message of 256 MiB, the longest of MQTT. */
const LONG_MESSAGE = Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0x61]);
const CONNACK = Buffer.from([0x20, 2, 0, 0]);

/** A broker that admits everybody and answers nothing else. */
let server: Server;

beforeEach(async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(CONNACK));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

describe('a broker that does not answer', () => {
  it.each(['subscribe', 'unsubscribe'] as const)(
    'to %s loses its connection, so that it is opened again',
    async (packet) => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      await once(socket, 'connect');
      const loss = await new Promise<Loss>((resolve) => {
        const connection: BrokerConnection = new BrokerConnection(socket, {
          ...{ settings: SETTINGS, dialect: '3.1.1', answerWithin: 1, onEnd: resolve },
          onConnect: () =>
            void (packet === 'subscribe' ? connection.subscribe(['a'], 0, false) : connection.unsubscribe(['a'])),
          ...{ onMessage: () => undefined, onDrain: () => undefined },
        });
      });
      expect(loss).toMatchObject({
        state: 'unreachable',
        reason: 'The broker cannot be reached: it no longer answers.',
      });
    },
  );
});

describe('a broker that sends a message of 256 MiB', () => {
  it.each(['3.1.1', '5'] as const)('in MQTT %s loses its connection long before that is in memory', async (dialect) => {
    let sent = 0;
    server.removeAllListeners('connection').on('connection', (socket) => {
      const piece = Buffer.alloc(64 * 1024);
      const goOn = (): void => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      };
      socket.on('error', () => undefined).on('drain', goOn);
      socket.once('data', () => {
        socket.write(dialect === '5' ? Buffer.from([0x20, 3, 0, 0, 0]) : CONNACK);
        socket.write(LONG_MESSAGE);
        goOn();
      });
    });
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    const loss = await new Promise<Loss>((resolve) => {
      new BrokerConnection(socket, {
        ...{ settings: SETTINGS, dialect, onEnd: resolve },
        ...{ onConnect: () => undefined, onMessage: () => undefined, onDrain: () => undefined },
      });
    });
    expect([loss.state, loss.reason]).toEqual(['refused', expect.stringContaining('more than 8 MiB')]);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });
});
