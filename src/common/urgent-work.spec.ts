import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { urgently, urgentWorkEnded } from './urgent-work.js';

describe('work that gives way to urgent work', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('continues at once while there is none', () => {
    expect(urgentWorkEnded()).toBeUndefined();
  });

  it('waits until the last has ended, also where one fails', async () => {
    let endFirst: ((result: string) => void) | undefined;
    let failSecond: ((error: Error) => void) | undefined;
    const first = urgently(() => new Promise<string>((resolve) => (endFirst = resolve)));
    const second = urgently(() => new Promise<string>((_, reject) => (failSecond = reject)));
    let hasWaited = false;
    const waiting = urgentWorkEnded()?.then(() => (hasWaited = true));
    endFirst?.('switched');
    await expect(first).resolves.toBe('switched');
    expect(hasWaited).toBe(false);
    failSecond?.(new Error('relay stuck'));
    await expect(second).rejects.toThrow('relay stuck');
    await waiting;
    expect(urgentWorkEnded()).toBeUndefined();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits no longer than its limit', async () => {
    let end = (): void => undefined;
    const command = urgently(() => new Promise<void>((resolve) => (end = resolve)));
    const waiting = urgentWorkEnded();
    await jest.advanceTimersByTimeAsync(20);
    await waiting;
    end();
    await command;
  });
});
