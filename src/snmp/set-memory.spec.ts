import { describe, expect, it } from '@jest/globals';
import { MAX_REMEMBERED, ReplayMemory, RetransmissionMemory } from './set-memory.js';

const message = (number: number) => Buffer.from(`message ${number}`);

describe('the memory of authenticated SETs', () => {
  it('knows a message for 301 seconds', () => {
    const memory = new ReplayMemory();
    expect(memory.note(message(1), 0)).toBe('new');
    expect(memory.note(message(2), 300_000)).toBe('new');
    expect(memory.note(message(1), 300_999)).toBe('replayed');
    expect(memory.note(message(1), 301_000)).toBe('new');
  });

  it('remembers no more than it has room for until the oldest are forgotten', () => {
    const memory = new ReplayMemory();
    for (let number = 0; number < MAX_REMEMBERED; number++) memory.note(message(number), number);
    expect(memory.note(message(-1), 5000)).toBe('full');
    expect(memory.note(message(0), 5000)).toBe('replayed');
    expect(memory.note(message(-1), 301_000)).toBe('new');
  });
});

describe('the memory of answered SETs', () => {
  const sent = { address: '10.0.0.1', port: 1000, principal: 'user:2', pdu: message(1) };
  const counting = () => {
    let runs = 0;
    return { work: () => Promise.resolve(++runs) };
  };

  it('answers one that is sent again with the result of the first, for 30 seconds', async () => {
    const memory = new RetransmissionMemory<number>();
    const { work } = counting();
    expect(await memory.answer(sent, 0, work)).toBe(1);
    expect(await memory.answer({ ...sent, pdu: message(1) }, 29_999, work)).toBe(1);
    expect(await memory.answer(sent, 30_000, work)).toBe(2);
  });

  it.each([
    ['address', { ...sent, address: '10.0.0.2' }],
    ['port', { ...sent, port: 1001 }],
    ['principal', { ...sent, principal: 'user:3' }],
    ['content', { ...sent, pdu: message(2) }],
  ])('carries out one with another %s', async (_, other) => {
    const memory = new RetransmissionMemory<number>();
    const { work } = counting();
    await memory.answer(sent, 0, work);
    expect(await memory.answer(other, 0, work)).toBe(2);
  });
});
