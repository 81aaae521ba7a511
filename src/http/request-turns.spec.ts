import { beforeEach, describe, expect, it } from '@jest/globals';
import { nextTurn } from '../kernel/slices.js';
import { VirtualClock } from '../../test/support/virtual-clock.js';
import { REQUESTS_AT_ONCE, RequestTurns, TURN_TIME } from './request-turns.js';

describe('requests that come in at once', () => {
  const MILLISECOND = 1;
  let clock: VirtualClock;
  let turns: RequestTurns;
  let begun: string[];
  /** Each takes a millisecond. */
  const enter = (owner: string, times = 1): void => {
    for (let i = 0; i < times; i++) {
      turns.enter(
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
    turns = new RequestTurns(clock);
    begun = [];
  });

  it('begin as they come while they take little time', async () => {
    enter('operator', TURN_TIME);
    expect(begun).toHaveLength(TURN_TIME);
    await nextTurn();
    enter('operator', TURN_TIME);
    expect(begun).toHaveLength(2 * TURN_TIME);
  });

  it('begin a few in each turn of the event loop, so that everything else goes on between them', async () => {
    enter('flood', 1500);
    let before = begun.length;
    expect(before).toBe(TURN_TIME);
    await nextTurn();
    for (let turn = 0; begun.length < 1500; turn++) {
      expect(begun.length - before).toBeLessThanOrEqual(REQUESTS_AT_ONCE);
      expect(turn).toBeLessThan(1500);
      before = begun.length;
      await nextTurn();
    }
  });

  it('take turns by their owners: another does not wait for a thousand', async () => {
    enter('flood', 1500);
    enter('operator');
    enter('administrator');
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(begun).toEqual(expect.arrayContaining(['operator', 'administrator']));
    expect(begun.length).toBeLessThan(100);
  });

  it('of one owner begin in their order, those that come later behind those that wait', async () => {
    const order: number[] = [];
    const all = Array.from({ length: 100 }, (_, number) => number);
    for (const number of all) {
      turns.enter(
        () => 'operator',
        () => {
          clock.advance(MILLISECOND);
          order.push(number);
        },
      );
      if (number % 30 === 0) await nextTurn();
    }
    while (order.length < all.length) await nextTurn();
    expect(order).toEqual(all);
  });
});
