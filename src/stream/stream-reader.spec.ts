import { describe, expect, it } from '@jest/globals';
import { FakeConnection } from '../../test/support/doubles/fake-connection.js';
import { Access, type Caller, type Permissions } from '../common/access.js';
import { Mutex } from '../common/mutex.js';
import { StreamMessage, type Frame } from './stream-message.js';
import { StreamReader } from './stream-reader.js';

const caller: Caller = {
  userId: '2',
  username: 'operator',
  access: new Access({ viewOutlets: [], modifyOutlets: [] } as Partial<Permissions> as Permissions, false),
  credential: { kind: 'session', id: 's' },
};
const KIB = 1024;
let order = 0;
const message = (text: string): StreamMessage =>
  new StreamMessage([Buffer.from(text)], order++, { take: () => true, thread: new Mutex() });

describe('a reader of the stream', () => {
  it('gets each message as it comes', () => {
    const connection = new FakeConnection();
    const reader = new StreamReader(connection, caller);
    reader.offer(message('one'), 0);
    reader.offer(message('two'), 1000);
    expect(connection.sent).toEqual(['one', 'two']);
  });

  it('with more than 256 KiB unread gets nothing until it has read, and then the newest', () => {
    const connection = new FakeConnection();
    const reader = new StreamReader(connection, caller);
    connection.bufferedAmount = 256 * KIB + 1;
    for (let second = 0; second < 20; second++) reader.offer(message(`message ${second}`), second * 1000);
    connection.bufferedAmount = 256 * KIB;
    reader.offer(message('newest'), 20_000);
    expect(connection.sent).toEqual(['newest']);
    expect(connection.terminated).toBe(false);
  });

  it('needs everything at first, and again after a message was left out', () => {
    const connection = new FakeConnection();
    const reader = new StreamReader(connection, caller);
    const needs: boolean[] = [reader.needsAll];
    for (const unread of [0, 300 * KIB, 0, 0]) {
      connection.bufferedAmount = unread;
      reader.offer(message('x'), 0);
      needs.push(reader.needsAll);
    }
    expect(needs).toEqual([true, false, true, false, false]);
  });

  it('that has not kept up for 30 seconds is cut off', () => {
    const connection = new FakeConnection();
    const reader = new StreamReader(connection, caller);
    connection.bufferedAmount = 300 * KIB;
    reader.offer(message('x'), 5_000);
    reader.offer(message('x'), 34_999);
    expect(connection.terminated).toBe(false);
    reader.offer(message('x'), 35_000);
    expect(connection.terminated).toBe(true);
  });

  it('that catches up in between has 30 seconds again', () => {
    const connection = new FakeConnection();
    const reader = new StreamReader(connection, caller);
    connection.bufferedAmount = 300 * KIB;
    reader.offer(message('x'), 0);
    connection.bufferedAmount = 0;
    reader.offer(message('x'), 20_000);
    connection.bufferedAmount = 300 * KIB;
    reader.offer(message('x'), 31_000);
    reader.offer(message('x'), 60_000);
    expect(connection.terminated).toBe(false);
  });

  it('gets the same frames compressed when it has negotiated that', () => {
    const connection = new FakeConnection(true);
    const reader = new StreamReader(connection, caller);
    const one = message('one');
    reader.offer(one, 0);
    reader.offer(message('two'), 1000);
    expect(connection.sent).toEqual(['one', 'two']);
  });

  it('never gets an older message after a newer one, however long its compression took', () => {
    const connection = new FakeConnection(true);
    const reader = new StreamReader(connection, caller);
    const late: ((frame: Frame) => void)[] = [];
    const slow = message('slow');
    slow.whenCompressed = (callback) => late.push(callback);
    reader.offer(slow, 0);
    reader.offer(message('newer'), 1000);
    late.forEach((callback) => callback(slow.plain));
    expect(connection.sent).toEqual(['newer']);
  });
});
