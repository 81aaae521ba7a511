import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairQueue, type Rank } from './fair-queue.js';

/** A queue whose first job is blocked until the test releases it; later jobs are recorded as they run. */
function heldQueue() {
  const queue = new FairQueue();
  const ran: string[] = [];
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve)); // may be opened before the work has begun
  const held = queue.run('test', 'first', () => gate);
  const add = (name: string, owner: string, rank: Rank = 'user') =>
    queue.run(owner, rank, async () => {
      ran.push(name);
      await Promise.resolve();
      return name;
    });
  return { queue, ran, add, release: () => (release(), held) };
}

describe('a fair queue', () => {
  it('serves users in round robin, each in the order of their requests', async () => {
    const { queue, ran, add, release } = heldQueue();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, 'anna');
    for (const name of ['b1', 'b2']) void add(name, 'ben');
    void add('c1', 'carl');
    await release();
    await queue.idle();
    expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('serves the controller before administrators, and these before users', async () => {
    const { queue, ran, add, release } = heldQueue();
    void add('user', 'anna');
    void add('administrator', 'chief', 'administrator');
    void add('controller', 'cold start', 'first');
    await release();
    await queue.idle();
    expect(ran).toEqual(['controller', 'administrator', 'user']);
  });

  it('continues after a failed job, and rejects only the promise of its caller', async () => {
    const queue = new FairQueue();
    const failing = queue.run('anna', 'user', () => Promise.reject(new Error('relay')));
    const throwing = queue.run('anna', 'user', () => {
      throw new Error('at once');
    });
    const next = queue.run('anna', 'user', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('relay');
    await expect(throwing).rejects.toThrow('at once');
    expect(await next).toBe('done');
  });

  it('counts the waiting jobs of each owner', async () => {
    const { queue, add, release } = heldQueue();
    void add('a1', 'anna');
    void add('a2', 'anna');
    expect([queue.waiting('anna'), queue.waiting('ben')]).toEqual([2, 0]);
    await release();
    await queue.idle();
    expect(queue.waiting('anna')).toBe(0);
  });

  it('runs every job once, one at a time, and delays nobody by more than one job of each other user', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 60 }), async (owners) => {
        const { queue, ran, add, release } = heldQueue();
        owners.forEach((owner, at) => void add(`${owner}/${at}`, String(owner)));
        await release();
        await queue.idle();
        expect([...ran].sort()).toEqual(owners.map((owner, at) => `${owner}/${at}`).sort());
        const ownerOf = (name = '') => name.split('/')[0];
        for (const owner of new Set(owners.map(String))) {
          const own = ran.filter((name) => ownerOf(name) === owner);
          expect(own).toEqual([...own].sort((a, b) => Number(a.split('/')[1]) - Number(b.split('/')[1])));
          own.slice(1).forEach((name, at) => {
            const between = ran.slice(ran.indexOf(own[at] ?? '') + 1, ran.indexOf(name)).map(ownerOf);
            expect(new Set(between).size).toBe(between.length);
          });
        }
      }),
    );
  });
});
