import { describe, expect, it } from '@jest/globals';
import { Mutex } from './mutex.js';

describe('work that a mutex serialises', () => {
  it('begins when the previous work has ended, even in failure, in the order of the calls', async () => {
    const turn = new Mutex();
    const seen: string[] = [];
    const work = (name: string, fails = false) =>
      turn.run(async () => {
        seen.push(`${name} begins`);
        await Promise.resolve();
        seen.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const outcomes = await Promise.allSettled([work('a'), work('b', true), work('c')]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});
