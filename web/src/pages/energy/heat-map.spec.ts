import { describe, expect, it } from '@jest/globals';
import { timesIn } from '../../language/format.js';
import { heatDays, shadeOf } from './heat-map.js';

const HOUR = 3600;

describe('the heat map of energy', () => {
  it('has the hours of the zone of the device, summed over inlets', () => {
    const feeds = [
      { t: [0, 23 * HOUR], used: [1, 2] },
      { t: [0], used: [0.5] },
    ];
    const [newest, first] = heatDays(feeds, timesIn('Europe/Vienna'));
    expect([newest?.date, first?.date]).toEqual(['1970-01-02', '1970-01-01']);
    expect([newest?.hours[0], first?.hours[1], first?.hours[2]]).toEqual([2, 1.5, undefined]);
  });

  it('has the mean of the two equal hours at the end of summer time, not twice the energy', () => {
    const first = Date.UTC(2026, 9, 25, 0) / 1000; // 02:00 in summer time
    const [day] = heatDays([{ t: [first, first + HOUR, first + 2 * HOUR], used: [2, 3, 4] }], timesIn('Europe/Vienna'));
    expect([day?.hours[2], day?.hours[3]]).toEqual([2.5, 4]);
  });

  it('has five shades between the lowest and the highest hour', () => {
    expect([1, 2, 3].map((value) => shadeOf(value, 1, 3))).toEqual([1, 3, 5]);
    expect(shadeOf(0, 0, 3)).toBe(0);
    expect(shadeOf(undefined, 0, 3)).toBeUndefined();
    expect(shadeOf(2, 2, 2)).toBe(5);
  });
});
