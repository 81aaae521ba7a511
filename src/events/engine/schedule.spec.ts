import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aRack, type Rack } from '../../../test/support/modules/event-rack.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const times = ({ occurrences }: Rack): string[] => occurrences.map(({ at }) => new Date(at).toISOString().slice(0, 16));
const minutes = (rack: Rack, count: number): Rack => {
  for (let minute = 0; minute < count; minute++) rack.tick(MINUTE);
  return rack;
};
const daily = (time: string, start: string, zone = 'UTC') => aRack('single-phase-16', start).watching(53, [time], zone);

describe('a daily event', () => {
  it('triggers at the first tick of its minute', () => {
    const rack = daily('08:00', '2026-03-02T07:59:58Z').seconds(2);
    expect(times(rack)).toEqual(['2026-03-02T08:00']);
    rack.seconds(120);
    expect(rack.triggerCount).toBe(1);
  });

  it('at a time that daylight saving skips triggers at the next valid minute', () => {
    const rack = minutes(daily('02:30', '2026-03-28T12:00:00Z', 'Europe/Berlin'), 48 * 60);
    expect(times(rack)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
  });

  it('at a time that comes twice triggers once', () => {
    const rack = minutes(daily('02:30', '2026-10-24T12:00:00Z', 'Europe/Berlin'), 48 * 60);
    expect(times(rack)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
  });

  it('does not trigger for what was missed while the controller was down', () => {
    const rack = minutes(daily('08:00', '2026-03-02T07:00:00Z'), 30).restart(31 * MINUTE);
    minutes(rack, 30);
    expect(times(rack)).toEqual([]);
    minutes(rack, 24 * 60);
    expect(times(rack)).toEqual(['2026-03-03T08:00']);
  });

  it('triggers once when the controller restarts right after', () => {
    const rack = daily('08:00', '2026-03-02T07:59:58Z').seconds(2).restart().seconds(60);
    expect(rack.triggerCount).toBe(1);
  });

  it.each([1, 60, 5 * 60, 24 * 60])('does not trigger twice when the clock is set back by %i minutes', (back) => {
    const rack = minutes(daily('08:00', '2026-03-02T07:50:00Z'), 15);
    rack.wall -= back * MINUTE;
    minutes(rack, back + 60);
    expect(times(rack)).toEqual(['2026-03-02T08:00']);
    minutes(rack, 24 * 60);
    expect(times(rack)).toEqual(['2026-03-02T08:00', '2026-03-03T08:00']);
  });

  it('does not trigger twice when the clock is set back while the controller is down', () => {
    const rack = minutes(daily('08:00', '2026-03-02T07:50:00Z'), 15).restart(-30 * MINUTE);
    minutes(rack, 60);
    expect(rack.triggerCount).toBe(1);
  });

  it('is not frozen by an occurrence under a clock that was years ahead', () => {
    const rack = minutes(daily('08:00', '2036-03-02T07:50:00Z'), 15);
    rack.setWall('2026-03-02T07:50:00Z');
    minutes(rack, 15);
    expect(times(rack)).toEqual(['2036-03-02T08:00', '2026-03-02T08:00']);
  });

  it('does not trigger for a time that the clock was set forward over, and reports it', () => {
    const rack = minutes(daily('08:00', '2026-03-02T07:00:00Z'), 10).setWall('2026-03-02T11:00:00Z');
    minutes(rack, 10);
    expect([rack.triggerCount, rack.missed.map((at) => new Date(at).toISOString())]).toEqual([
      0,
      ['2026-03-02T08:00:00.000Z'],
    ]);
  });

  it('triggers when the clock is set forward into its minute', () => {
    const rack = daily('08:00', '2026-03-02T07:59:00Z').seconds(50).setWall('2026-03-02T08:00:20Z').seconds(1);
    expect(rack.triggerCount).toBe(1);
  });

  it('does not trigger when a board wakes in 1970 and learns the date', () => {
    const rack = daily('08:00', '1970-01-01T00:00:00Z').seconds(10).setWall('2026-03-02T09:00:00Z').seconds(10);
    expect(rack.triggerCount).toBe(0);
    expect(rack.missed).toHaveLength(1);
  });

  it('triggers late when the process stood still for minutes, and not when it was longer', () => {
    expect(
      daily('08:00', '2026-03-02T07:58:00Z')
        .seconds(1)
        .tick(4 * MINUTE).triggerCount,
    ).toBe(1);
    const late = daily('08:00', '2026-03-02T07:58:00Z').seconds(1).tick(HOUR);
    expect([late.triggerCount, late.missed.length]).toEqual([0, 1]);
  });
});

describe('an interval', () => {
  it('keeps its rhythm whatever the calendar does', () => {
    const rack = aRack().watching(54, ['10']).seconds(25).setWall('2030-01-01T00:00:00Z').seconds(25);
    rack.setWall('1999-01-01T00:00:00Z').seconds(51);
    expect(rack.triggerCount).toBe(10);
  });

  it('triggers once after a standstill', () => {
    const rack = aRack()
      .watching(54, ['10'])
      .seconds(1)
      .tick(10 * MINUTE)
      .seconds(9);
    expect(rack.triggerCount).toBe(1);
    rack.seconds(2);
    expect(rack.triggerCount).toBe(2);
  });

  it('of one second triggers in every tick, early or late', () => {
    const rack = aRack().watching(54, ['1']).tick(1000);
    for (let tick = 0; tick < 100; tick++) rack.tick(tick % 2 === 0 ? 990 : 1010);
    expect(rack.triggerCount).toBe(100);
  });
});

describe('a clock that is set again and again', () => {
  it('never makes a scheduled moment trigger twice, nor at another local minute', () => {
    const move = fc.record({ stay: fc.integer({ min: 1, max: 200 }), jump: fc.integer({ min: -300, max: 300 }) });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 12 }), fc.integer({ min: 0, max: 1439 }), (moves, target) => {
        const time = `${String(Math.floor(target / 60)).padStart(2, '0')}:${String(target % 60).padStart(2, '0')}`;
        const rack = daily(time, '2026-06-15T00:00:00Z');
        rack.tick(MINUTE);
        for (const { stay, jump } of moves) {
          minutes(rack, stay);
          rack.wall += jump * MINUTE;
        }
        expect(times(rack).filter((at) => !at.endsWith(time))).toEqual([]);
        expect(new Set(times(rack)).size).toBe(rack.triggerCount);
      }),
    );
  });
});
