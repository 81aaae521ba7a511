import { describe, expect, it } from '@jest/globals';
import { PowerOnCount } from './power-on-count.js';

/** The judgements of readings of one a second; a gap of a minute where a reading is undefined. */
function judged(seen: number | undefined, readings: readonly (number | undefined)[]): (string | undefined)[] {
  const count = new PowerOnCount(seen);
  let uptime = 0;
  return readings.map((reading) => {
    uptime += reading === undefined ? 60_000 : 1_000;
    const change = reading === undefined ? undefined : count.changeAt(reading, uptime);
    if (change) count.seen = reading;
    return change;
  });
}

describe('the count of power-ons', () => {
  it('means nothing as long as it stays', () => {
    expect(judged(17, [17, 17, undefined, 17])).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('rises by one when the mains are back, by a few if they come and go', () => {
    expect(judged(17, [17, 18, 20])).toEqual([undefined, 'powerOn', 'powerOn']);
  });

  it('may have risen by any number while nothing was read, and is believed once it stays', () => {
    expect(judged(17, [40, 40, 40])).toEqual([undefined, undefined, 'powerOn']);
    expect(judged(17, [17, undefined, 40, 40, 40]).at(-1)).toBe('powerOn');
  });

  it.each([
    ['0', 0],
    ['all bits set', 65_535],
    ['a word of another number', 65_553],
  ])('is no power-on when it is %s for a moment', (_, glitch) => {
    expect(judged(17, [17, glitch, 17, 17, 17, glitch, glitch, 17, 17])).toEqual(Array.from({ length: 9 }));
    expect(judged(17, [17, undefined, glitch, 17, 17, 17])).toEqual(Array.from({ length: 6 }));
  });

  it('is no power-on when it is another for a while and then the same again', () => {
    const changes = judged(17, [17, ...Array.from({ length: 20 }, () => 0), ...Array.from({ length: 5 }, () => 17)]);
    expect(changes.filter((change) => change !== undefined)).toEqual(['otherCounter', 'otherCounter']);
  });

  it('counts on from where another counter begins', () => {
    expect(judged(17, [0, 0, 0, 1])).toEqual([undefined, undefined, 'otherCounter', 'powerOn']);
  });

  it('is that of another counter where none was known', () => {
    expect(judged(undefined, [17, 18])).toEqual(['otherCounter', 'powerOn']);
  });
});
