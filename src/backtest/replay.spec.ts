import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluateLevel } from '../events/engine/rule-engine.js';
import { AT_REST, type WatchState } from '../events/engine/trigger-state.js';
import { Replay, type Occurrence, type ReplayedRule, type Sample } from './replay.js';

const LIMIT = 16;
/** Readings of consecutive seconds; undefined where the hardware did not answer. */
type Readings = readonly (number | undefined)[];

const BEGIN = 1_700_000_040; // a whole minute
const rule = (sustain: number, direction: 'above' | 'below' = 'above'): ReplayedRule => ({
  sustain: sustain * 1000,
  limit: { limit: LIMIT, direction },
});

/** The occurrences by the rule engine with these readings, each until it is at rest again. */
function live({ sustain, limit }: ReplayedRule, readings: Readings): { from: number; to: number }[] {
  const occurrences: { from: number; to: number }[] = [];
  let state: WatchState = AT_REST;
  readings.forEach((value, second) => {
    const at = BEGIN + second;
    const holds = value === undefined ? undefined : limit.direction === 'below' ? value < LIMIT : value > LIMIT;
    const after = evaluateLevel(sustain, state, holds, { uptime: at * 1000, elapsed: 1000 });
    if (after.triggered && !state.triggered) occurrences.push({ from: at, to: BEGIN + readings.length });
    const last = occurrences.at(-1);
    if (!after.triggered && state.triggered && last) last.to = at;
    state = after;
  });
  return occurrences;
}

const inSeconds = (readings: Readings): Sample[] =>
  readings.flatMap((value, second) =>
    value === undefined ? [] : [{ at: BEGIN + second, length: 1, count: 1, min: value, max: value }],
  );

function inSteps(readings: Readings, length: number): Sample[] {
  const samples: Sample[] = [];
  for (let begin = 0; begin < readings.length; begin += length) {
    const values = readings.slice(begin, begin + length).filter((value) => value !== undefined);
    if (values.length === 0) continue;
    const [min, max] = [Math.min(...values), Math.max(...values)];
    samples.push({ at: BEGIN + begin, length, count: values.length, min, max });
  }
  return samples;
}

function replayed(asked: ReplayedRule, samples: readonly Sample[], seconds: number): Occurrence[] {
  const replay = new Replay(asked);
  for (const sample of samples) replay.add(sample);
  return replay.occurrences(BEGIN + seconds);
}

/** Long stretches below and above the limit, with short dips, peaks and gaps in them. */
const readings = fc
  .array(
    fc.tuple(
      fc.constantFrom<number | undefined>(10, 15.5, 16, 16.5, 20, undefined),
      fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 200 })),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((stretches): Readings => stretches.flatMap(([value, seconds]) => new Array<typeof value>(seconds).fill(value)));
const sustain = fc.constantFrom(0, 1, 5, 10, 59, 60, 61, 90, 120);
const direction = fc.constantFrom<'above' | 'below'>('above', 'below');

describe('The replay of recorded seconds', () => {
  it('triggers exactly when the rule engine did on the same readings', () => {
    fc.assert(
      fc.property(readings, sustain, direction, (taken, seconds, side) => {
        const occurrences = replayed(rule(seconds, side), inSeconds(taken), taken.length);
        const last = taken.findLastIndex((value) => value !== undefined) + 1;
        const expected = live(rule(seconds, side), taken);
        expect(occurrences.map(({ from }) => from)).toEqual(expected.map(({ from }) => from));
        // One that has not ended yet lasts as long as it was measured.
        expect(occurrences.map(({ to }) => to)).toEqual(expected.map(({ to }) => Math.min(to, BEGIN + last)));
        expect(occurrences.every(({ certainty }) => certainty === 'certain')).toBe(true);
      }),
    );
  });

  it('says what was measured when it triggered', () => {
    const occurrences = replayed(rule(2), inSeconds([10, 17, 18, 19, 20, 10]), 6);
    expect(occurrences).toEqual([{ from: BEGIN + 3, to: BEGIN + 5, value: 19, certainty: 'certain' }]);
  });
});

describe('The replay of minutes and of quarters of an hour', () => {
  const length = fc.constantFrom(60, 900);

  it('calls certain only what the rule engine did', () => {
    fc.assert(
      fc.property(readings, sustain, direction, length, (taken, seconds, side, step) => {
        const expected = live(rule(seconds, side), taken);
        for (const { from, to, certainty } of replayed(rule(seconds, side), inSteps(taken, step), taken.length)) {
          if (certainty === 'possible') continue;
          const end = Math.max(to, from + step);
          expect(expected.some((occurrence) => occurrence.from < end && from <= occurrence.to)).toBe(true);
        }
      }),
    );
  });

  it('misses nothing that the rule engine did: it is certain or possible', () => {
    fc.assert(
      fc.property(readings, sustain, direction, length, (taken, seconds, side, step) => {
        const occurrences = replayed(rule(seconds, side), inSteps(taken, step), taken.length);
        for (const { from } of live(rule(seconds, side), taken)) {
          expect(
            occurrences.some((occurrence) => occurrence.from - step - 2 <= from && from < occurrence.to + step),
          ).toBe(true);
        }
      }),
    );
  });

  const minute = (at: number, min: number, max: number, count = 60): Sample => ({
    at: BEGIN + 60 * at,
    length: 60,
    count,
    min,
    max,
  });

  it('are certain where the lowest reading is above the limit, and begin when the time of the rule is over', () => {
    const samples = [minute(0, 10, 11), minute(1, 17, 18), minute(2, 17, 19), minute(3, 10, 11)];
    expect(replayed(rule(90), samples, 240)).toEqual([
      { from: BEGIN + 150, to: BEGIN + 180, value: 19, certainty: 'certain' },
    ]);
  });

  it('are possible where a missing reading may have been the one that triggered', () => {
    expect(replayed(rule(59), [minute(0, 17, 18)], 60)).toMatchObject([{ certainty: 'certain' }]);
    for (const count of [59, 58]) {
      expect(replayed(rule(59), [minute(0, 17, 18, count)], 60)).toMatchObject([{ certainty: 'possible' }]);
    }
    const gap = [minute(0, 17, 18, 58), minute(1, 17, 18, 58), minute(2, 10, 11)];
    expect(replayed(rule(118), gap, 180)).toMatchObject([{ certainty: 'possible' }]);
    expect(replayed(rule(110), gap, 180)).toMatchObject([{ certainty: 'certain' }]);
  });

  it('are possible where only the highest is', () => {
    expect(replayed(rule(30), [minute(0, 10, 17.2), minute(1, 10, 11)], 120)).toEqual([
      { from: BEGIN + 30, to: BEGIN + 60, value: 17.2, certainty: 'possible' },
    ]);
    expect(replayed(rule(60), [minute(0, 10, 17.2), minute(1, 10, 11)], 120)).toEqual([]);
  });

  it('are certain for a rule that one reading triggers', () => {
    expect(replayed(rule(0), [minute(0, 10, 17.2), minute(1, 10, 11)], 120)).toMatchObject([{ certainty: 'certain' }]);
  });

  it('are not certain where readings are missing', () => {
    expect(replayed(rule(30), [minute(0, 17, 18, 20), minute(1, 10, 11)], 120)).toMatchObject([
      { certainty: 'possible' },
    ]);
  });
});
