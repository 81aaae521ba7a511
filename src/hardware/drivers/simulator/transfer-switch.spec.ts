import { describe, expect, it } from '@jest/globals';
import { activeAfter, isReady } from './transfer-switch.js';

const sources = (...voltages: number[]) => voltages.map((voltage) => ({ voltage, nominalVoltage: 230 }));

describe('the transfer switch', () => {
  it.each([
    ['stays on A while A is ready', 0, [230, 230], 0],
    ['goes to B when A is lost', 0, [0, 230], 1],
    ['goes to B when A leaves its tolerance', 0, [180, 230], 1],
    ['goes back when A returns', 1, [230, 230], 0],
    ['goes to A when B is lost', 1, [230, 0], 0],
    ['stays where it is when both are lost', 1, [0, 0], 1],
    ['stays on a weak A when B is dead', 0, [180, 0], 0],
    ['stays on a weak active B when A is weak too', 1, [180, 180], 1],
    ['takes a weak B rather than a dead A', 0, [0, 180], 1],
  ])('%s', (_, active, voltages, next) => {
    expect(activeAfter(active, sources(...voltages))).toBe(next);
  });

  it.each([
    [230, true],
    [196, true],
    [195, false],
    [265, false],
    [0, false],
  ])('takes %d V of 230 V for ready: %s', (voltage, ready) => {
    expect(isReady({ voltage, nominalVoltage: 230 })).toBe(ready);
  });
});
