import { describe, expect, it } from '@jest/globals';
import { SeenCommands } from './seen-commands.js';

/** Commands that count how often each was carried out. */
function someCommands() {
  const seen = new SeenCommands<string>();
  const done = new Map<string, number>();
  const send = (id: string, uptime: number): Promise<string> =>
    seen.once(id, uptime, async () => {
      done.set(id, (done.get(id) ?? 0) + 1);
      return `${id} ${done.get(id)}`;
    });
  return { seen, send };
}

describe('a command that comes again', () => {
  it('is answered with the first answer for ten minutes', async () => {
    const { send } = someCommands();
    expect([await send('7', 0), await send('7', 1000), await send('7', 599_000)]).toEqual(['7 1', '7 1', '7 1']);
    expect(await send('7', 600_000)).toBe('7 2');
  });

  it('gets the answer of the first while that still runs', async () => {
    const { send } = someCommands();
    expect(await Promise.all([send('7', 0), send('7', 0)])).toEqual(['7 1', '7 1']);
  });

  it('is known for as long as its time could be accepted, however many others there are', async () => {
    const { send, seen } = someCommands();
    await send('7', 0);
    for (let other = 0; other < 1000; other++) await send(`other ${other}`, 30_000);
    expect(await send('7', 36_000)).toBe('7 1');
    await send('last', 71_000);
    expect(seen.size).toBeLessThanOrEqual(256);
  });
});
