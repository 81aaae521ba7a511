import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import { downloadImage } from './image-download.js';

describe('the download of an image', () => {
  let server: Server;
  let sockets: Socket[];

  beforeEach(async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    sockets = [];
    server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    jest.useRealTimers();
  });

  it('is given up when it takes longer than 30 minutes as a whole', async () => {
    const url = new URL(`https://localhost:${(server.address() as AddressInfo).port}/image`);
    const policy = { resolve: async () => ({ address: '127.0.0.1' }) } as unknown as OutboundPolicyService;
    const target = { folder: '/nowhere', limitMib: 1, check: async () => undefined };
    const refusal = expect(downloadImage(url, target, policy)).rejects.toThrow('it took too long');
    await once(server, 'connection');
    await jest.advanceTimersByTimeAsync(30 * 60_000 - 1);
    expect(sockets.map((socket) => socket.destroyed)).toEqual([false]);
    await jest.advanceTimersByTimeAsync(1);
    await refusal;
  });
});
