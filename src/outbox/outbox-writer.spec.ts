import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OutboxMessage } from './outbox-message.js';
import { OutboxWriter } from './outbox-writer.js';

const aMessage = (id: string, attempts = 0): OutboxMessage => ({
  ...{ id, type: 'test', needs: [], body: '{}', at: 0, due: 0 },
  attempts,
});

describe('what is written of messages', () => {
  let written: { stored: string[]; deleted: readonly string[] }[];
  let isFailing: boolean;
  let writer: OutboxWriter;
  beforeEach(() => {
    [written, isFailing] = [[], false];
    writer = new OutboxWriter('webhook', {
      write: async (_, stored, deleted) => {
        await Promise.resolve();
        if (isFailing) throw new Error('disk I/O error');
        written.push({ stored: stored.map(({ message }) => `${message.id} ${message.attempts}`), deleted });
      },
    });
  });

  it('is nothing of one that arrives at once, and a new one at the second time', async () => {
    for (const id of ['a', 'b']) writer.add(1, aMessage(id));
    await writer.flush();
    writer.delete('a');
    await writer.flush();
    await writer.flush();
    expect(written).toEqual([{ stored: ['b 0'], deleted: [] }]);
  });

  it('is one that has failed at the next time, once', async () => {
    writer.add(1, aMessage('a'));
    writer.store(1, aMessage('a', 1));
    for (let time = 0; time < 3; time++) await writer.flush();
    expect(written).toEqual([{ stored: ['a 1'], deleted: [] }]);
  });

  it('is its end, only if it has a row', async () => {
    writer.loaded('old');
    for (const id of ['old', 'never']) writer.delete(id);
    await writer.flush();
    expect(written).toEqual([{ stored: [], deleted: ['old'] }]);
  });

  it('is all of it at the end, also what came while others were being written', async () => {
    writer.store(1, aMessage('a', 1));
    const flushing = writer.flush();
    writer.store(1, aMessage('b', 1));
    writer.delete('a');
    await writer.flushAll();
    expect(written).toEqual([
      { stored: ['a 1'], deleted: [] },
      { stored: ['b 1'], deleted: ['a'] },
    ]);
    await flushing;
  });

  it('is written again after a failure, and with what has changed meanwhile', async () => {
    isFailing = true;
    for (const id of ['a', 'b']) writer.store(1, aMessage(id, 1));
    const flushing = writer.flush();
    writer.delete('a'); // it may have a row by now
    await expect(flushing).rejects.toThrow('disk I/O error');
    isFailing = false;
    await writer.flush();
    expect(written).toEqual([{ stored: ['b 1'], deleted: ['a'] }]);
  });
});
