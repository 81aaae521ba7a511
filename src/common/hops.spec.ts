import { describe, expect, it } from '@jest/globals';
import { VirtualClock } from '../../test/support/time/virtual-clock.js';
import { hopsOf, RecentHops } from './hops.js';

describe('the hops of a command', () => {
  it.each([
    [undefined, 0],
    ['0', 0],
    ['3', 3],
    ['999', 999],
    ['-1', 0],
    ['1e3', 0],
    ['many', 0],
    ['', 0],
  ])('are, by the header %p, %i', (header, hops) => {
    expect(hopsOf({ headers: { 'x-pdu-hop': header } })).toBe(hops);
  });

  it('are remembered for a minute, the most of them', () => {
    const clock = new VirtualClock();
    const recent = new RecentHops(clock);
    expect(recent.now).toBe(0);
    recent.note(2);
    recent.note(1);
    recent.note(0);
    expect(recent.now).toBe(2);
    clock.advance(59_999);
    expect(recent.now).toBe(2);
    clock.advance(1);
    expect(recent.now).toBe(0);
    recent.note(1);
    expect(recent.now).toBe(1);
  });
});
