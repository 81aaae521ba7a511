import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { SettingsStore } from '../../settings/settings.store.js';
import { AutoPing } from './auto-ping.service.js';
import { PingProbe, type Ping } from './ping.probe.js';

class FakeProbe extends PingProbe {
  readonly asked: Ping[] = [];
  readonly #waiting: ((answer: boolean | undefined) => void)[] = [];

  ping(ping: Ping): Promise<boolean | undefined> {
    this.asked.push(ping);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
  async answer(answered: boolean | undefined): Promise<void> {
    this.#waiting.shift()?.(answered);
    await Promise.resolve();
    await Promise.resolve();
  }
}

const settings = (interval = 1000) =>
  ({ get: (key: string) => (key === 'autopingInterval' ? interval : 800) }) as unknown as SettingsStore;

const CORE = { target: '192.0.2.1', networkInterface: 'default' };

describe('AutoPing', () => {
  it('counts failures in a row, and begins anew after an answer', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings());
    pings.watch([CORE]);
    const seen: (number | undefined)[] = [pings.failures(CORE.target, '')];
    for (const [second, answer] of [false, false, undefined, false, true, false].entries()) {
      jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
      pings.look(second * 1000);
      await probe.answer(answer);
      seen.push(pings.failures(CORE.target, 'default'));
    }
    expect(seen).toEqual([undefined, 1, 2, 2, 3, 0, 1]);
    expect(probe.asked[0]).toEqual({ ...CORE, limit: 800 });
  });

  it('sends one ping of a target at a time, each at its interval', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings(3000));
    pings.watch([CORE]);
    for (const uptime of [0, 1000, 2000, 3000, 4000]) pings.look(uptime);
    expect(probe.asked).toHaveLength(1);
    await probe.answer(true);
    pings.look(5000);
    pings.look(6000);
    expect(probe.asked).toHaveLength(2);
    await probe.answer(true);
    pings.look(7950);
    expect(probe.asked).toHaveLength(3);
  });

  it('has few pings under way at once, and no other target waits for a silent one', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings());
    pings.watch(Array.from({ length: 100 }, (_, host) => ({ target: `192.0.2.${host}`, networkInterface: '' })));
    pings.look(0);
    expect(probe.asked).toHaveLength(32);
    await probe.answer(true);
    pings.look(1000);
    expect(probe.asked.map(({ target }) => target)).toContain('192.0.2.32');
  });

  it('keeps what it knows of a target that goes on being watched', async () => {
    const probe = new FakeProbe();
    const pings = new AutoPing(probe, settings());
    pings.watch([CORE]);
    pings.look(0);
    await probe.answer(false);
    pings.watch([CORE, { target: 'other', networkInterface: '' }]);
    expect([pings.failures(CORE.target, ''), pings.failures('other', '')]).toEqual([1, undefined]);
    pings.watch([]);
    expect(pings.failures(CORE.target, '')).toBeUndefined();
  });
});
