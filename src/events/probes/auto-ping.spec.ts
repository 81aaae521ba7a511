import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { VirtualClock } from '../../../test/support/time/virtual-clock.js';
import type { SettingsStore } from '../../settings/settings.store.js';
import { AutoPing } from './auto-ping.js';
import { PingProbe, type Ping } from './ping.probe.js';

class FakeProbe extends PingProbe {
  readonly asked: Ping[] = [];

  readonly #waiting: ((answer: boolean | undefined) => void)[] = [];

  ping(ping: Ping): Promise<boolean | undefined> {
    this.asked.push(ping);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
  check(): Promise<string | undefined> {
    return Promise.resolve('The host system has no ping command.');
  }
  answer(answered: boolean | undefined): Promise<void> {
    return this.#end(this.#waiting.shift(), answered);
  }
  answerLast(answered: boolean | undefined): Promise<void> {
    return this.#end(this.#waiting.pop(), answered);
  }
  async #end(end: ((answer: boolean | undefined) => void) | undefined, answered: boolean | undefined): Promise<void> {
    end?.(answered);
    await Promise.resolve();
    await Promise.resolve();
  }
}

const settings = (interval = 1000) =>
  ({ get: (key: string) => (key === 'autopingInterval' ? interval : 800) }) as unknown as SettingsStore;

const CORE = { target: '192.0.2.1', networkInterface: 'default' };

describe('AutoPing', () => {
  it('counts failures in a row, and starts from zero after an answer', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(), new VirtualClock());
    pings.watch([CORE]);
    const seen: (number | undefined)[] = [pings.failures(CORE.target, '')];
    for (const [second, answer] of [false, false, undefined, false, true, false].entries()) {
      jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      pings.onTick(second * 1000);
      await probe.answer(answer);
      seen.push(pings.failures(CORE.target, 'default'));
    }
    expect(seen).toEqual([undefined, 1, 2, 2, 3, 0, 1]);
    expect(probe.asked[0]).toEqual({ ...CORE, limit: 800 });
  });

  it.each([1000, 1500, 3000])('sends a ping every %i ms, also when each takes longer than that', async (interval) => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(interval), new VirtualClock());
    pings.watch([CORE]);
    for (let second = 0; second <= 12; second++) {
      pings.onTick(second * 1000);
      if (second >= 2) await probe.answer(false);
    }
    expect(probe.asked).toHaveLength(Math.floor(12_000 / interval) + 1);
  });

  it('counts N dead pings in N intervals, though each takes its whole second', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(), new VirtualClock());
    pings.watch([CORE]);
    pings.onTick(0);
    for (let second = 1; second <= 3; second++) {
      pings.onTick(second * 1000);
      await probe.answer(false);
      expect(pings.failures(CORE.target, '')).toBe(second);
    }
  });

  it('takes no failure for a newer one than an answer to a later ping', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(), new VirtualClock());
    pings.watch([CORE]);
    pings.onTick(0);
    pings.onTick(1000);
    await probe.answerLast(true);
    await probe.answer(false);
    expect(pings.failures(CORE.target, '')).toBe(0);
  });

  it('has few pings under way at once, and no other target waits for a silent one', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(), new VirtualClock());
    pings.watch(Array.from({ length: 100 }, (_, host) => ({ target: `192.0.2.${host}`, networkInterface: '' })));
    pings.onTick(0);
    expect(probe.asked).toHaveLength(32);
    await probe.answer(true);
    pings.onTick(1000);
    expect(probe.asked.map(({ target }) => target)).toContain('192.0.2.32');
  });

  it('keeps what it knows of a target that goes on being watched', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(), new VirtualClock());
    pings.watch([CORE]);
    pings.onTick(0);
    await probe.answer(false);
    pings.watch([CORE, { target: 'other', networkInterface: '' }]);
    expect([pings.failures(CORE.target, ''), pings.failures('other', '')]).toEqual([1, undefined]);
    pings.watch([]);
    expect(pings.failures(CORE.target, '')).toBeUndefined();
  });
});
