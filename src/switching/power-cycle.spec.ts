import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  afterFailure,
  isStepAllowed,
  moveOf,
  newPowerUp,
  newReboot,
  rebootStatus,
  timeLeft,
  afterOff,
} from './power-cycle.js';

const OFF_TIME = 5000;
const TURN = { relay: '1-9', wait: OFF_TIME };
const COMMON = { cause: { kind: 'powerCycle', who: 'admin' } } as const;
const begun = newReboot(TURN, 'ON', 1000, COMMON);

describe('a power cycle', () => {
  it('turns the relay off with the next poll cycle and on when the off time is over', () => {
    expect(moveOf(begun, 1000)).toBe('OFF');
    const off = afterOff(begun, 2000);
    expect(moveOf(off, 6000)).toBeUndefined();
    expect(moveOf(off, 7000)).toBe('ON');
  });

  it('goes straight to the off time when the relay is off already', () => {
    const cycle = newReboot(TURN, 'OFF', 1000, COMMON);
    expect([moveOf(cycle, 5000), moveOf(cycle, 6000)]).toEqual([undefined, 'ON']);
  });

  it('turns off a relay whose state is unknown', () => {
    expect(moveOf(newReboot(TURN, undefined, 1000, COMMON), 1000)).toBe('OFF');
  });

  it('takes a poll cycle that comes some milliseconds early for one on time', () => {
    expect(moveOf(afterOff(begun, 2000), 6990)).toBe('ON');
  });

  it('repeats a failed ON at growing intervals, at least once a minute, without end', () => {
    let cycle = afterOff(begun, 0);
    const pauses = Array.from({ length: 8 }, () => {
      cycle = afterFailure(cycle, 0);
      return cycle.due / 1000;
    });
    expect(pauses).toEqual([2, 4, 8, 16, 32, 60, 60, 60]);
    expect(moveOf(cycle, 60_000)).toBe('ON');
  });
});

describe('rebootStatus', () => {
  const off = afterOff(begun, 2000);

  it('is pendingOff until the relay is measured off, then pendingOn, then none once it is measured on', () => {
    expect(rebootStatus(begun, 'ON', false)).toBe('pendingOff');
    expect(rebootStatus(begun, 'OFF', true)).toBe('pendingOn');
    expect(rebootStatus(off, 'OFF', false)).toBe('pendingOn');
    expect(rebootStatus(off, 'OFF', true)).toBe('pendingOn');
    expect(rebootStatus(off, 'ON', true)).toBe('none');
  });

  it('stays pendingOn while a failed ON waits for its next attempt', () => {
    expect(rebootStatus(afterFailure(off, 7000), 'ON', false)).toBe('pendingOn');
  });

  it('is none for a relay that only waits for its step in a power-up', () => {
    expect(rebootStatus(newPowerUp(TURN, 1000, COMMON), 'OFF', false)).toBe('none');
  });
});

describe('the time left after a restart', () => {
  it('is never negative and never more than the off time, whatever the wall clock was set to', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), fc.integer(), (dueAt, wait, now) => {
        const left = timeLeft(dueAt, wait, now);
        return left >= 0 && left <= wait;
      }),
    );
  });

  it('is the remaining time when the clock ran on correctly', () => {
    expect(timeLeft(10_000, 5000, 7000)).toBe(3000);
  });
});

describe('a sequence', () => {
  it('allows the next step when the gap has passed since the last', () => {
    const sequence = { name: 'x', gap: 3000 };
    expect([
      isStepAllowed(sequence, undefined, 0),
      isStepAllowed(sequence, 1000, 3000),
      isStepAllowed(sequence, 1000, 4000),
    ]).toEqual([true, false, true]);
  });
});
