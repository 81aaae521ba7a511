import { describe, expect, it } from '@jest/globals';
import { FakeSocket } from '../../test/support/doubles/fake-socket.js';
import { Access, type Caller, type Permissions } from '../common/access.js';
import { StreamReader } from './stream-reader.js';

const caller: Caller = {
  userId: '2',
  username: 'operator',
  access: new Access({ viewOutlets: [], modifyOutlets: [] } as Partial<Permissions> as Permissions, false),
  credential: { kind: 'session', id: 's' },
};
const KIB = 1024;

describe('a reader of the stream', () => {
  it('gets each message as it comes', () => {
    const socket = new FakeSocket();
    const reader = new StreamReader(socket, caller);
    reader.offer(Buffer.from('one'), 0);
    reader.offer(Buffer.from('two'), 1000);
    expect(socket.sent).toEqual(['one', 'two']);
  });

  it('with more than 256 KiB unread gets nothing until it has read, and then the newest', () => {
    const socket = new FakeSocket();
    const reader = new StreamReader(socket, caller);
    socket.bufferedAmount = 256 * KIB + 1;
    for (let second = 0; second < 20; second++) reader.offer(Buffer.from(`message ${second}`), second * 1000);
    socket.bufferedAmount = 256 * KIB;
    reader.offer(Buffer.from('newest'), 20_000);
    expect(socket.sent).toEqual(['newest']);
    expect(socket.terminated).toBe(false);
  });

  it('that has not kept up for 30 seconds is cut off', () => {
    const socket = new FakeSocket();
    const reader = new StreamReader(socket, caller);
    socket.bufferedAmount = 300 * KIB;
    reader.offer(Buffer.from('x'), 5_000);
    reader.offer(Buffer.from('x'), 34_999);
    expect(socket.terminated).toBe(false);
    reader.offer(Buffer.from('x'), 35_000);
    expect(socket.terminated).toBe(true);
  });

  it('that catches up in between has 30 seconds again', () => {
    const socket = new FakeSocket();
    const reader = new StreamReader(socket, caller);
    socket.bufferedAmount = 300 * KIB;
    reader.offer(Buffer.from('x'), 0);
    socket.bufferedAmount = 0;
    reader.offer(Buffer.from('x'), 20_000);
    socket.bufferedAmount = 300 * KIB;
    reader.offer(Buffer.from('x'), 31_000);
    reader.offer(Buffer.from('x'), 60_000);
    expect(socket.terminated).toBe(false);
  });
});
