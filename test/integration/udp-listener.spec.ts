/** The UDP port of the SNMP agent over real sockets. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { yieldNow } from '../../src/common/time-slices.js';
import { urgently } from '../../src/common/urgent-work.js';
import { UdpListener } from '../../src/snmp/udp-listener.js';
import { freePort } from '../support/servers/free-port.js';

let listener: UdpListener;
let client: Socket;
let port: number;
const received: string[] = [];

/**
 * Resolves when what was sent before has arrived: datagrams to itself, sent later in several iterations of the event loop,
 * have. A socket takes 32 in each.
 */
async function arrival(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    const echo = once(client, 'message');
    client.send('echo', client.address().port, '127.0.0.1');
    await echo;
    await yieldNow();
  }
}

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  received.length = 0;
  port = await freePort();
  listener = await UdpListener.open(
    port,
    '127.0.0.1',
    (octets) => {
      received.push(octets.toString());
      return undefined;
    },
    () => undefined,
  );
  client = createSocket('udp4');
  client.bind(0, '127.0.0.1');
  await once(client, 'listening');
});
afterEach(() => {
  listener.close();
  client.close();
  jest.useRealTimers();
});

describe('datagrams', () => {
  const send = (text: string): void => client.send(text, port, '127.0.0.1');

  it('are answered at once while no switching command is carried out', async () => {
    send('first');
    await arrival();
    expect(received).toEqual(['first']);
  });

  it('wait for the switching command that is carried out, in their order, and those beyond 64 are dropped', async () => {
    let end = (): void => undefined;
    const command = urgently(() => new Promise<void>((resolve) => (end = resolve)));
    for (let number = 0; number < 70; number++) send(String(number));
    await arrival();
    expect(received).toEqual([]);
    end();
    await command;
    await arrival();
    expect(received).toEqual(Array.from({ length: 64 }, (_, number) => String(number)));
  });

  it('that wait are still answered when the port is closed meanwhile', async () => {
    const own = await freePort();
    const closing = await UdpListener.open(
      own,
      '127.0.0.1',
      (octets) => Buffer.from(`answer to ${octets.toString()}`),
      () => undefined,
    );
    let end = (): void => undefined;
    const command = urgently(() => new Promise<void>((resolve) => (end = resolve)));
    client.send('first', own, '127.0.0.1');
    await arrival();
    closing.close();
    const answer = once(client, 'message') as Promise<[Buffer]>;
    end();
    await command;
    await yieldNow();
    client.send('nobody answers', client.address().port, '127.0.0.1'); // instead of waiting for ever
    expect((await answer)[0].toString()).toBe('answer to first');
  });

  it('wait for 20 ms at most', async () => {
    let end = (): void => undefined;
    const command = urgently(() => new Promise<void>((resolve) => (end = resolve)));
    send('first');
    await arrival();
    await jest.advanceTimersByTimeAsync(20);
    expect(received).toEqual(['first']);
    end();
    await command;
  });
});
