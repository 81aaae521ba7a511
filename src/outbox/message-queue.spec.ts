import { describe, expect, it } from '@jest/globals';
import { array, assert, integer, property, record } from 'fast-check';
import { MessageQueue } from './message-queue.js';
import type { OutboxMessage } from './outbox-message.js';

const aMessage = (id: string, due = 0, bytes = 10): OutboxMessage => ({
  ...{ id, type: 'test', needs: [], at: 0, attempts: 0, due },
  body: 'x'.repeat(bytes),
});

const BOUNDS = { messages: 1000, bytes: 1_000_000 };

describe('the queue of a receiver', () => {
  it('gives the message that has been due for longest', () => {
    const queue = new MessageQueue(BOUNDS);
    queue.add(aMessage('a', 500));
    queue.add(aMessage('b', 100));
    queue.add(aMessage('c', 100));
    expect([queue.next(50), queue.next(100)?.id, queue.next(1000)?.id]).toEqual([undefined, 'b', 'b']);
    queue.update(aMessage('b', 2000));
    expect(queue.next(1000)?.id).toBe('c');
    queue.remove('c');
    expect(queue.next(1000)?.id).toBe('a');
  });

  it('gives the oldest where the order is kept, and nothing before that is due', () => {
    const queue = new MessageQueue(BOUNDS);
    queue.add(aMessage('a', 500));
    queue.add(aMessage('b', 100));
    expect([queue.first(499), queue.first(500)?.id]).toEqual([undefined, 'a']);
    queue.remove('a');
    expect(queue.first(100)?.id).toBe('b');
    expect([queue.takeAll().map(({ id }) => id), queue.size, queue.bytes, queue.first(999)]).toEqual([
      ['b'],
      0,
      0,
      undefined,
    ]);
  });

  it('lets the oldest go when there is no room, and keeps its bounds whatever comes', () => {
    const bounds = { messages: 5, bytes: 300 };
    assert(
      property(array(record({ bytes: integer({ min: 1, max: 400 }), due: integer({ max: 100 }) })), (sent) => {
        const queue = new MessageQueue(bounds);
        const left = sent.flatMap(({ bytes, due }, place) => queue.add(aMessage(String(place), due, bytes)));
        expect(queue.size).toBeLessThanOrEqual(bounds.messages);
        expect(queue.bytes).toBeLessThanOrEqual(bounds.bytes);
        expect(queue.bytes).toBe(queue.all().reduce((sum, { body }) => sum + body.length, 0));
        const ids = [...left, ...queue.all()].map(({ id }) => id);
        expect(ids).toEqual(sent.map((_, place) => String(place)));
      }),
    );
  });

  it('ignores a message that has left', () => {
    const queue = new MessageQueue(BOUNDS);
    queue.update(aMessage('gone'));
    queue.remove('gone');
    expect([queue.size, queue.bytes]).toEqual([0, 0]);
  });
});
