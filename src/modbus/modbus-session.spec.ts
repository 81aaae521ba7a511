import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { TcpConnection } from '../protocols/tcp-connection.js';
import { ModbusSession } from './modbus-session.js';

const REQUEST = Buffer.from('000100000006010300000001', 'hex');
const NO_MODBUS = Buffer.from('GET / HTTP/1.1\r\n\r\n');

describe('a Modbus session', () => {
  it('drops what a client sends after bytes that are no Modbus, also while it takes no response', () => {
    const clock = new VirtualClock();
    const socket = new Duplex({ read: () => undefined, write: () => undefined });
    let isClosed = false;
    socket.destroy = () => ((isClosed = true), socket);
    const connection = new TcpConnection(socket as Socket, '192.0.2.1', clock);
    let malformed = 0;
    new ModbusSession(connection, { answer: () => Buffer.from([1]), onMalformed: () => malformed++ });

    for (const bytes of [REQUEST, NO_MODBUS, NO_MODBUS, NO_MODBUS]) socket.emit('data', bytes);

    expect([malformed, socket.listenerCount('data'), socket.writableEnded]).toEqual([1, 0, true]);
    connection.onTick(clock.uptime() + 4000, 60_000);
    expect(isClosed).toBe(false);
    connection.onTick(clock.uptime() + 5000, 60_000);
    expect(isClosed).toBe(true);
  });
});
