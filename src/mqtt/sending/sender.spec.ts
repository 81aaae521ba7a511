import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/time/time-limits.js';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import { BrokerConnection } from '../broker/broker-connection.js';
import type { Loss } from '../broker/refusals.js';
import { Outbox } from './outbox.js';
import { Sender } from './sender.js';

const SETTINGS = {
  ...{ host: '127.0.0.1', port: 1883, tls: false, caCert: '', clientCert: '', clientKey: '' },
  ...{ username: '', password: '', clientId: 'pdu', version: '3.1.1' as const, keepalive: 60, prefix: 'rackfeed' },
};
const CONNACK = Buffer.from([0x20, 2, 0, 0]);
/** The first octet of a PUBLISH with QoS 1. */
const PUBLISH = 0x32;
/** The number of a PUBLISH of the topic "a" with QoS 1. */
const NUMBER_AT = 5;

/** A broker that takes messages, and acknowledges the oldest of QoS 1 when a test wants it. */
async function aBroker() {
  const numbers: Buffer[] = [];
  let client: Socket | undefined;
  const server = createServer((socket) => {
    client = socket.on('error', () => undefined);
    socket.on('data', (packets: Buffer) => {
      if (numbers.length === 0 && packets[0] === 0x10) socket.write(CONNACK);
      for (let at = 0; at < packets.length; at += 2 + (packets[at + 1] ?? 0)) {
        if (packets[at] === PUBLISH) numbers.push(packets.subarray(at + NUMBER_AT, at + NUMBER_AT + 2));
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    acknowledge: () => client?.write(Buffer.concat([Buffer.from([0x40, 2]), numbers.shift() ?? Buffer.alloc(2)])),
    received: () => numbers.length,
    stop: () => server.close(),
  };
}

describe('a broker that acknowledges no message', () => {
  it('loses its connection after a minute since the last acknowledgement', async () => {
    const broker = await aBroker();
    const [clock, outbox] = [new VirtualClock(), new Outbox()];
    const sender = new Sender(outbox, clock);
    const socket = connect(broker.port, '127.0.0.1');
    await once(socket, 'connect');
    let loss: Loss | undefined;
    await new Promise<void>((resolve) => {
      const connection: BrokerConnection = new BrokerConnection(socket, {
        ...{ settings: SETTINGS, dialect: '3.1.1', onMessage: () => undefined, onDrain: () => undefined },
        onConnect: () => {
          sender.start(
            connection,
            () => undefined,
            () => undefined,
          );
          resolve();
        },
        onEnd: (reason) => (loss = reason),
      });
    });
    const pass = (seconds: number): void => {
      for (let second = 0; second < seconds; second++) {
        clock.advance(1000);
        outbox.retain('a', String(clock.now()), 'reading', 0);
        sender.onTick(clock.uptime());
      }
    };
    pass(120);
    outbox.pass({ topic: 'a', payload: '1', qos: 1, retain: false });
    outbox.pass({ topic: 'a', payload: '2', qos: 1, retain: false });
    sender.pump(clock.uptime());
    pass(59);
    await eventually(() => broker.received() >= 2);
    broker.acknowledge();
    await eventually(() => outbox.underWay === 1);
    pass(59);
    expect([socket.destroyed, loss]).toEqual([false, undefined]);
    pass(1);
    await eventually(() => loss !== undefined);
    expect(loss).toMatchObject({ state: 'refused', reason: 'The broker does not acknowledge messages.' });
    broker.stop();
  });
});
