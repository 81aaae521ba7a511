import { describe, expect, it } from '@jest/globals';
import { LogThrottle } from './log-throttle.js';
import { RequestRate } from './request-rate.js';

class Reading {
  isReading = true;
  pause(): void {
    this.isReading = false;
  }
  resume(): void {
    this.isReading = true;
  }
}

describe('the rate of requests', () => {
  it('lets a burst of a second pass, then stops reading until the next second', () => {
    const socket = new Reading();
    const answered: number[] = [];
    const rate = new RequestRate(socket, 100, () => answered.push(0));
    for (let n = 0; n < 100; n++) expect(rate.take(0)).toBe(true);
    expect([socket.isReading, rate.take(0), socket.isReading]).toEqual([true, false, false]);
    rate.onTick(5);
    expect([answered.length, socket.isReading]).toEqual([0, false]);
    rate.onTick(1000);
    expect([answered.length, socket.isReading]).toEqual([1, true]);
  });

  it('does not read again while what was received already is still beyond the rate', () => {
    const socket = new Reading();
    let waiting = 250;
    const answer = (uptime: number): void => {
      while (waiting > 0 && rate.take(uptime)) waiting--;
    };
    let now = 0;
    const rate = new RequestRate(socket, 100, () => answer(now));
    answer(0);
    const seen = [[waiting, socket.isReading]];
    for (now of [1000, 2000]) {
      rate.onTick(now);
      seen.push([waiting, socket.isReading]);
    }
    expect(seen).toEqual([
      [150, false],
      [50, false],
      [0, true],
    ]);
  });
});

describe('what is logged about senders', () => {
  it('is logged once in a period for each of them', () => {
    const log = new LogThrottle(60_000);
    const due = [0, 59_999, 60_000, 60_001].map((uptime) => log.isDue('192.0.2.1', uptime));
    expect(due).toEqual([true, false, true, false]);
    expect(log.isDue('192.0.2.2', 60_001)).toBe(true);
  });
});
