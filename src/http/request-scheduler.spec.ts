import { beforeEach, describe, expect, it } from '@jest/globals';
import { yieldNow } from '../common/time-slices.js';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { MAX_BURST_TIME, MAX_READ_AHEAD, REQUESTS_AT_ONCE, RequestScheduler } from './request-scheduler.js';

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

describe('the connections of an owner', () => {
  let scheduler: RequestScheduler;
  let clock: VirtualClock;
  let log: string[];
  let left: number;
  const request = (owner: string): void =>
    scheduler.schedule(
      () => owner,
      () => clock.advance(1),
    );

  beforeEach(() => {
    clock = new VirtualClock();
    log = [];
    left = 300;
    scheduler = new RequestScheduler(clock, {
      pauseReading: (owner) => log.push(`pause ${owner}`),
      resumeReading: (owner, count) => {
        log.push(`resume ${count} of ${owner}`);
        left -= count;
        return left > 0;
      },
    });
  });

  it('are paused once while many of its requests wait, and not those of another', () => {
    for (let sent = 0; sent < MAX_BURST_TIME + MAX_READ_AHEAD - 1; sent++) request('flood');
    expect(log).toEqual([]);
    for (let sent = 0; sent < 100; sent++) request('flood');
    request('operator');
    expect(log).toEqual(['pause flood']);
  });

  it('are resumed as fast as its requests begin, until none is paused', async () => {
    for (let sent = 0; sent < MAX_BURST_TIME + MAX_READ_AHEAD; sent++) request('flood');
    for (let turn = 0; left > 0; turn++) {
      expect(turn).toBeLessThan(100);
      await yieldNow();
    }
    const counts = log.slice(1).map((line) => Number(/\d+/.exec(line)?.[0]));
    expect(counts[0]).toBeLessThanOrEqual(2 * REQUESTS_AT_ONCE);
    expect(Math.max(...counts)).toBe(MAX_READ_AHEAD);
    const { length } = log;
    await yieldNow();
    expect(log).toHaveLength(length);
  });
});
