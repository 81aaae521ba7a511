import { describe, expect, it } from '@jest/globals';
import { HubTime } from './hub-time.js';

describe("the hub's clock", () => {
  const clock = { wall: 1_800_000_000_000, up: 0, now: () => clock.wall, uptime: () => clock.up };
  const pass = (millis: number) => {
    clock.wall += millis;
    clock.up += millis;
  };

  it('is the wall clock, follows it forward and never goes back', () => {
    const time = new HubTime(clock);
    expect(time.now).toBe(1_800_000_000_000);
    pass(1500);
    expect(time.now).toBe(1_800_000_001_500);
    clock.wall += 60_000;
    expect(time.now).toBe(1_800_000_061_500);
    clock.wall -= 3_600_000;
    expect(time.now).toBe(1_800_000_061_500);
    pass(1000);
    expect(time.now).toBe(1_800_000_062_500);
  });

  it('is not before a moment of an earlier run', () => {
    const time = new HubTime(clock);
    const before = time.now;
    time.notBefore(before - 5000);
    expect(time.now).toBe(before);
    time.notBefore(before + 5000);
    pass(10);
    expect(time.now).toBe(before + 5010);
  });
});
