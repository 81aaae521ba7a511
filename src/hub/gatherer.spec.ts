import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './gatherer.js';

describe('a commit that callers share', () => {
  it('writes at once what one of them asks for, and together what others ask for meanwhile', async () => {
    const written: (readonly number[])[] = [];
    let isDurable: () => void = () => undefined;
    const group = new GroupCommit<number, string>(async (items) => {
      written.push(items);
      await new Promise<void>((resolve) => (isDurable = resolve));
      return items.map((item) => `${item} is written`);
    });
    const first = group.run(1);
    await Promise.resolve();
    const others = [2, 3, 4].map((item) => group.run(item));
    expect(written).toEqual([[1]]);
    isDurable();
    expect(await first).toBe('1 is written');
    expect(written).toEqual([[1], [2, 3, 4]]);
    isDurable();
    expect(await Promise.all(others)).toEqual(['2 is written', '3 is written', '4 is written']);
  });

  it('refuses one of them alone, all of them where nothing is durable, and goes on', async () => {
    let isBroken = false;
    const group = new GroupCommit<number, number>(async (items) => {
      if (isBroken) throw new Error('no space');
      return items.map((item) => (item < 0 ? new Error(`${item} is too small`) : item));
    });
    const both = await Promise.allSettled([group.run(1), group.run(-1)]);
    expect(both).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'rejected', reason: new Error('-1 is too small') },
    ]);
    isBroken = true;
    const none = await Promise.allSettled([group.run(1), group.run(2)]);
    expect(none.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isBroken = false;
    expect(await group.run(3)).toBe(3);
  });

  it('never has more than a hundred in a commit', async () => {
    const sizes: number[] = [];
    const group = new GroupCommit<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    });
    await Promise.all(Array.from({ length: 250 }, (_, item) => group.run(item)));
    expect(sizes).toEqual([100, 100, 50]);
  });
});
