import { beforeEach, describe, expect, it } from '@jest/globals';
import { PriorityQueue } from './priority-queue.js';

const STOPPING = new Error('stopping');

describe('a priority queue', () => {
  let queue: PriorityQueue;
  let done: string[];
  let end: () => void;
  /** Work that ends when the test calls `end`. */
  let running: Promise<void>;
  beforeEach(() => {
    queue = new PriorityQueue();
    done = [];
    running = queue.run(() => new Promise((resolve) => (end = resolve)));
  });

  const ask = (name: string, order?: 'first'): Promise<unknown> =>
    queue.run(async () => void done.push(name), order).catch((error: unknown) => error);

  it('begins work with priority before all that waits', async () => {
    const all = [ask('A'), ask('B'), ask('urgent', 'first')];
    end();
    await Promise.all([running, ...all]);
    expect(done).toEqual(['urgent', 'A', 'B']);
  });

  it('drops the waiting work beyond a number, and continues', async () => {
    const all = [ask('A'), ask('B'), ask('C'), ask('urgent', 'first')];
    queue.dropAllBut(2, STOPPING);
    end();
    expect(await Promise.all(all)).toEqual([undefined, STOPPING, STOPPING, undefined]);
    await ask('later');
    expect(done).toEqual(['urgent', 'A', 'later']);
  });

  it('finishes the running work when it stops, drops the waiting work, and accepts no more', async () => {
    const all = [ask('A'), ask('urgent', 'first')];
    let hasStopped = false;
    const stopped = queue.stop(STOPPING).then(() => (hasStopped = true));
    expect(await Promise.all(all)).toEqual([STOPPING, STOPPING]);
    expect(await ask('later')).toBe(STOPPING);
    expect(hasStopped).toBe(false);
    end();
    await stopped;
    await running;
    expect(done).toEqual([]);
  });

  it('stops at once when nothing runs', async () => {
    end();
    await running;
    await queue.stop(STOPPING);
    expect(await ask('later')).toBe(STOPPING);
  });
});
