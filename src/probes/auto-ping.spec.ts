import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { Ticks } from '../kernel/ticks.js';
import type { OutboundPolicyService } from '../outbound/outbound-policy.service.js';
import type { SettingsStore } from '../settings/settings.store.js';
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

/** Refuses loopback, as the policy does by default. */
const policy = {
  resolve: async (host: string) => {
    if (host.startsWith('127.')) throw new Error('the controller itself');
    return { host, address: host, family: 4, port: 0 };
  },
} as unknown as OutboundPolicyService;
const anAutoPing = (probe: PingProbe, interval?: number, clock = new VirtualClock()) =>
  new AutoPing(probe, settings(interval), clock, policy, new Ticks());

const CORE = { target: '192.0.2.1', networkInterface: 'default' };

describe('AutoPing', () => {
  it('counts failures in a row, and starts from zero after an answer', async () => {
    const probe = new FakeProbe();
    const pings = anAutoPing(probe);
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
    const pings = anAutoPing(probe, interval);
    pings.watch([CORE]);
    for (let second = 0; second <= 12; second++) {
      pings.onTick(second * 1000);
      if (second >= 2) await probe.answer(false);
    }
    expect(probe.asked).toHaveLength(Math.floor(12_000 / interval) + 1);
  });

  it('counts N dead pings in N intervals, though each takes its whole second', async () => {
    const probe = new FakeProbe();
    const pings = anAutoPing(probe);
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
    const pings = anAutoPing(probe);
    pings.watch([CORE]);
    pings.onTick(0);
    pings.onTick(1000);
    await probe.answerLast(true);
    await probe.answer(false);
    expect(pings.failures(CORE.target, '')).toBe(0);
  });

  it('has few pings under way at once, and no other target waits for a silent one', async () => {
    const probe = new FakeProbe();
    const pings = anAutoPing(probe);
    pings.watch(Array.from({ length: 100 }, (_, host) => ({ target: `192.0.2.${host}`, networkInterface: '' })));
    pings.onTick(0);
    expect(probe.asked).toHaveLength(32);
    await probe.answer(true);
    pings.onTick(1000);
    expect(probe.asked.map(({ target }) => target)).toContain('192.0.2.32');
  });

  it('keeps what it knows of a target that goes on being watched', async () => {
    const probe = new FakeProbe();
    const pings = anAutoPing(probe);
    pings.watch([CORE]);
    pings.onTick(0);
    await probe.answer(false);
    pings.watch([CORE, { target: 'other', networkInterface: '' }]);
    expect([pings.failures(CORE.target, ''), pings.failures('other', '')]).toEqual([1, undefined]);
    pings.watch([]);
    expect(pings.failures(CORE.target, '')).toBeUndefined();
  });
});

describe('AutoPing of devices', () => {
  const addresses = Array.from({ length: 20 }, (_, host) => `192.0.2.${host}`);

  /** Lets seconds pass; every ping is answered before the next second, or never if `isAnswered` is false. */
  async function run(pings: AutoPing, probe: FakeProbe, clock: VirtualClock, seconds: number, answer?: boolean) {
    for (let second = 0; second < seconds; second++) {
      pings.onTick(clock.uptime());
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
      if (answer !== undefined) await probe.answer(answer);
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
      clock.advance(1000);
    }
  }

  it('begins one ping a second, however many there are, each of them as often as another', async () => {
    const [probe, clock] = [new FakeProbe(), new VirtualClock()];
    const pings = anAutoPing(probe, 1000, clock);
    pings.watchDevices(addresses);
    await run(pings, probe, clock, 60, true);
    expect(probe.asked).toHaveLength(60);
    expect(new Set(probe.asked.slice(0, 20).map(({ target }) => target)).size).toBe(20);
    expect(new Set(probe.asked.slice(40).map(({ target }) => target)).size).toBe(20);
  });

  it('asks a single one every ten seconds, and at once where an answer is in doubt', async () => {
    const [probe, clock] = [new FakeProbe(), new VirtualClock()];
    const pings = anAutoPing(probe, 1000, clock);
    let isInDoubt = false;
    pings.onAnswer(() => isInDoubt);
    pings.watchDevices(['192.0.2.7']);
    await run(pings, probe, clock, 30, true);
    expect(probe.asked).toHaveLength(3);
    isInDoubt = true;
    await run(pings, probe, clock, 5, false);
    expect(probe.asked).toHaveLength(8);
  });

  it('waits for the answer before it asks the same one again, and goes on with the others', async () => {
    const [probe, clock] = [new FakeProbe(), new VirtualClock()];
    const pings = anAutoPing(probe, 1000, clock);
    pings.watchDevices(addresses.slice(0, 3));
    await run(pings, probe, clock, 60);
    expect(probe.asked).toHaveLength(3);
  });

  it('sends nothing where nothing may be sent, and knows nothing of it', async () => {
    const [probe, clock] = [new FakeProbe(), new VirtualClock()];
    const pings = anAutoPing(probe, 1000, clock);
    const answers: unknown[] = [];
    pings.onAnswer((address, answered) => answers.push(address, answered) < 0);
    pings.watchDevices(['127.0.0.1']);
    await run(pings, probe, clock, 5, true);
    expect([probe.asked, answers]).toEqual([[], ['127.0.0.1', undefined]]);
  });

  it('takes the answers of an event for the same address, without a ping of its own', async () => {
    const [probe, clock] = [new FakeProbe(), new VirtualClock()];
    const pings = anAutoPing(probe, 1000, clock);
    const answers: unknown[] = [];
    pings.onAnswer((address, answered) => answers.push([address, answered]) < 0);
    pings.watch([CORE]);
    pings.watchDevices([CORE.target]);
    await run(pings, probe, clock, 3, false);
    expect([probe.asked.length, pings.failures(CORE.target, '')]).toEqual([3, 3]);
    expect(answers).toEqual([1, 2, 3].map(() => [CORE.target, false]));
    pings.watch([]);
    await run(pings, probe, clock, 20, true);
    expect(probe.asked.length).toBeLessThanOrEqual(6);
    expect(answers).toContainEqual([CORE.target, true]);
  });
});
