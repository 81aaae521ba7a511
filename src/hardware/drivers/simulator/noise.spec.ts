import { describe, expect, it } from '@jest/globals';
import { aSimulator } from '../../../../test/support/hardware/simulator.js';
import { Noise } from './noise.js';

const numbers = (noise: Noise, count: number): number[] => Array.from({ length: count }, () => noise.next());

describe('the noise', () => {
  it('repeats with its seed', () => {
    expect(numbers(new Noise(7), 100)).toEqual(numbers(new Noise(7), 100));
    expect(numbers(new Noise(7), 100)).not.toEqual(numbers(new Noise(8), 100));
  });

  it('is uniformly distributed from 0 to 1', () => {
    const many = numbers(new Noise(1), 10_000);
    expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...many)).toBeLessThan(1);
    expect(many.reduce((sum, value) => sum + value, 0) / many.length).toBeCloseTo(0.5, 1);
  });

  it('makes two simulators of one seed read alike, and of two seeds not', async () => {
    const readings = async (seed: number) => (await aSimulator({ seed })).driver.read();
    expect(await readings(3)).toEqual(await readings(3));
    expect(await readings(3)).not.toEqual(await readings(4));
  });

  it('leaves a load of 1.5 A within 0.02 A and nothing at nothing', async () => {
    const { load, after } = await aSimulator();
    await load(1.5);
    await load(0, 1, [2]);
    for (let second = 0; second < 200; second++) {
      const { outlets } = await after(1);
      expect(Math.abs((outlets[0]?.current ?? 0) - 1.5)).toBeLessThan(0.02);
      expect(outlets[1]?.current).toBe(0);
    }
  });
});
