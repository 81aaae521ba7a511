import { describe, expect, it } from '@jest/globals';
import { OutboundLimiter } from './outbound-limiter.js';

const never = (): AbortSignal => new AbortController().signal;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the messages in transit', () => {
  const held = (sockets: OutboundLimiter) => {
    const began: number[] = [];
    const release: (() => void)[] = [];
    const send = (number: number) =>
      sockets.run(never(), () => {
        began.push(number);
        return new Promise<void>((resolve) => release.push(resolve));
      });
    return { began, release, send };
  };

  it('are at most 64, and the others begin in the order of their arrival', async () => {
    const { began, release, send } = held(new OutboundLimiter());
    const all = Array.from({ length: 68 }, (_, number) => send(number));
    await settle();
    expect(began).toEqual(Array.from({ length: 64 }, (_, number) => number));
    release.shift()?.();
    release.shift()?.();
    await settle();
    expect(began.slice(64)).toEqual([64, 65]);
    while (began.length < 68 || release.length > 0) {
      release.shift()?.();
      await settle();
    }
    await Promise.all(all);
  });

  it('are never 65, also when one arrives at the moment in which another ends', async () => {
    const { began, release, send } = held(new OutboundLimiter());
    const all = Array.from({ length: 65 }, (_, number) => send(number));
    await settle();
    release.shift()?.();
    const newcomer = Promise.resolve().then(() => send(65));
    await settle();
    expect(began).toHaveLength(65);
    while (release.length > 0) {
      release.shift()?.();
      await settle();
    }
    await Promise.all([...all, newcomer]);
    expect(began.at(-1)).toBe(65);
  });

  it('make room when one fails', async () => {
    const sockets = new OutboundLimiter();
    const failing = Array.from({ length: 20 }, () => sockets.run(never(), () => Promise.reject(new Error('no'))));
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await sockets.run(never(), () => Promise.resolve('sent'))).toBe('sent');
  });

  it('do not begin when their time limit expires while they wait', async () => {
    const sockets = new OutboundLimiter();
    const { release, send } = held(sockets);
    const first = Array.from({ length: 64 }, (_, number) => send(number));
    const stop = new AbortController();
    let hasBegun = false;
    const late = sockets.run(stop.signal, () => Promise.resolve((hasBegun = true)));
    stop.abort();
    await expect(late).rejects.toThrow('before its turn came');
    release.forEach((let_go) => let_go());
    await Promise.all(first);
    expect(hasBegun).toBe(false);
  });

  it('are refused when too many wait', async () => {
    const { release, send } = held(new OutboundLimiter());
    const all = Array.from({ length: 64 + 256 }, (_, number) => send(number));
    await expect(send(999)).rejects.toThrow('too many messages are waiting');
    const timer = setInterval(() => release.splice(0).forEach((let_go) => let_go()), 0);
    await Promise.all(all);
    clearInterval(timer);
  });
});
