import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { yieldNow } from '../common/time-slices.js';
import { urgently } from '../common/urgent-work.js';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import {
  MAX_BURST_TIME,
  MAX_READ_AHEAD,
  REQUESTS_AT_ONCE,
  RequestScheduler,
  type ReadControl,
} from './request-scheduler.js';

describe('requests that arrive at once', () => {
  const MILLISECOND = 1;
  let clock: VirtualClock;
  let turns: RequestScheduler;
  let begun: string[];
  /** Each takes a millisecond. */
  const enter = (owner: string, times = 1): void => {
    for (let i = 0; i < times; i++) {
      turns.schedule(
        () => owner,
        () => {
          clock.advance(MILLISECOND);
          begun.push(owner);
        },
      );
    }
  };

  beforeEach(() => {
    clock = new VirtualClock();
    turns = new RequestScheduler(clock);
    begun = [];
  });
  afterEach(() => void jest.useRealTimers());

  it('begin at once while they take little time', async () => {
    enter('operator', MAX_BURST_TIME);
    expect(begun).toHaveLength(MAX_BURST_TIME);
    await yieldNow();
    enter('operator', MAX_BURST_TIME);
    expect(begun).toHaveLength(2 * MAX_BURST_TIME);
  });

  it('begin a few in each iteration of the event loop, so that everything else continues between them', async () => {
    enter('flood', 1500);
    let before = begun.length;
    expect(before).toBe(MAX_BURST_TIME);
    await yieldNow();
    for (let turn = 0; begun.length < 1500; turn++) {
      expect(begun.length - before).toBeLessThanOrEqual(REQUESTS_AT_ONCE);
      expect(turn).toBeLessThan(1500);
      before = begun.length;
      await yieldNow();
    }
  });

  it('are served in round robin of their owners: one does not wait for a thousand of another', async () => {
    enter('flood', 1500);
    enter('operator');
    enter('administrator');
    for (let turn = 0; turn < 5; turn++) await yieldNow();
    expect(begun).toEqual(expect.arrayContaining(['operator', 'administrator']));
    expect(begun.length).toBeLessThan(100);
  });

  it('wait while a switching command is being carried out, and continue when it has ended', async () => {
    // On a busy machine a few iterations may take longer than the time for which requests give way.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
    enter('flood', 100);
    let end = (): void => undefined;
    const command = urgently(() => new Promise<void>((resolve) => (end = resolve)));
    await yieldNow();
    const before = begun.length;
    for (let turn = 0; turn < 5; turn++) await yieldNow();
    expect(begun).toHaveLength(before);
    end();
    await command;
    for (let turn = 0; turn < 5; turn++) await yieldNow();
    expect(begun.length).toBeGreaterThan(before);
  });

  it('of one owner begin in their order, later ones after those that wait', async () => {
    const order: number[] = [];
    const all = Array.from({ length: 100 }, (_, number) => number);
    for (const number of all) {
      turns.schedule(
        () => 'operator',
        () => {
          clock.advance(MILLISECOND);
          order.push(number);
        },
      );
      if (number % 30 === 0) await yieldNow();
    }
    while (order.length < all.length) await yieldNow();
    expect(order).toEqual(all);
  });
});

/** Connections of which 300 are paused at once. */
class FakeConnections implements ReadControl {
  readonly log: string[] = [];
  paused = 0;

  pauseReading(owner: string): void {
    this.log.push(`pause ${owner}`);
    this.paused = 300;
  }

  resumeReading(_owner: string, count: number): boolean {
    this.log.push(`resume ${count}`);
    this.paused -= count;
    return this.paused > 0;
  }
}

describe('the connections of an owner', () => {
  /** The number of requests sent at once from which on their owner's connections are paused. */
  const TOO_MANY = MAX_BURST_TIME + MAX_READ_AHEAD + 1;
  let scheduler: RequestScheduler;
  let clock: VirtualClock;
  let connections: FakeConnections;
  const send = (count: number, owner = 'flood'): void => {
    for (let sent = 0; sent < count; sent++) {
      scheduler.schedule(
        () => owner,
        () => clock.advance(1),
      );
    }
  };

  beforeEach(() => {
    clock = new VirtualClock();
    connections = new FakeConnections();
    scheduler = new RequestScheduler(clock, connections);
  });

  it('are paused once while many of its requests wait, and not those of another', () => {
    send(TOO_MANY - 1);
    expect(connections.log).toEqual([]);
    send(100);
    send(1, 'operator');
    expect(connections.log).toEqual(['pause flood']);
  });

  it('are paused again while others still are, when answered ones have sent the next requests', async () => {
    send(TOO_MANY);
    for (let turn = 0; turn < 2; turn++) await yieldNow();
    expect(connections.log.at(-1)).toMatch(/^resume \d$/);
    send(MAX_READ_AHEAD);
    expect(connections.log.filter((line) => line === 'pause flood')).toHaveLength(2);
    expect(connections.paused).toBe(300);
  });

  it('are resumed one for each request that begins, however many wait', async () => {
    send(3 * TOO_MANY);
    for (let turn = 0; turn < 10; turn++) await yieldNow();
    const counts = connections.log.slice(1).map((line) => Number(/\d+/.exec(line)?.[0]));
    const resumed = counts.reduce((sum, count) => sum + count, 0);
    expect(resumed).toBeGreaterThanOrEqual(8 * REQUESTS_AT_ONCE);
    expect(Math.max(...counts)).toBeLessThanOrEqual(2 * REQUESTS_AT_ONCE);
  });

  it('are resumed as fast as its requests begin, until none is paused', async () => {
    send(TOO_MANY);
    for (let turn = 0; connections.paused > 0; turn++) {
      expect(turn).toBeLessThan(100);
      await yieldNow();
    }
    const counts = connections.log.slice(1).map((line) => Number(/\d+/.exec(line)?.[0]));
    expect(counts[0]).toBeLessThanOrEqual(2 * REQUESTS_AT_ONCE);
    expect(Math.max(...counts)).toBe(MAX_READ_AHEAD);
    await yieldNow();
    expect(connections.log).toHaveLength(1 + counts.length);
  });
});
