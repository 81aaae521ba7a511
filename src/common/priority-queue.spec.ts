import { beforeEach, describe, expect, it } from '@jest/globals';
import { PriorityQueue } from './priority-queue.js';

const STOPPING = new Error('stopping');

describe('a queue of work', () => {
  let queue: PriorityQueue;
  let done: string[];
  let end: () => void;
  /** Ends when the test says so. */
  let running: Promise<void>;
  beforeEach(() => {
    queue = new PriorityQueue();
    done = [];
    running = queue.run(() => new Promise((resolve) => (end = resolve)));
  });

  const ask = (name: string, order?: 'first'): Promise<unknown> =>
    queue.run(async () => void done.push(name), order).catch((error: unknown) => error);

  it('begins what is asked for first before all that wait', async () => {
    const all = [ask('A'), ask('B'), ask('urgent', 'first')];
    end();
    await Promise.all([running, ...all]);
    expect(done).toEqual(['urgent', 'A', 'B']);
  });

  it('drops what waits beyond the next so many, and goes on', async () => {
    const all = [ask('A'), ask('B'), ask('C'), ask('urgent', 'first')];
    queue.dropAllBut(2, STOPPING);
    end();
    expect(await Promise.all(all)).toEqual([undefined, STOPPING, STOPPING, undefined]);
    await ask('later');
    expect(done).toEqual(['urgent', 'A', 'later']);
  });

  it('stopped, ends what runs, drops what has not begun, and takes nothing more', async () => {
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
