import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Snapshot } from '../../hardware/snapshot.js';
import { BLOCK, Column } from './column.js';
import { isBeyond, type CompiledLevelRule, type Watch } from './compiled-rule.js';
import type { EvaluationContext } from './evaluation-context.js';
import { evaluate, initialState } from './rule-engine.js';

const OUTLETS = 2 * BLOCK + 3;
const places = Array.from({ length: OUTLETS }, (_, place) => place);

interface Second {
  readonly fresh: boolean;
  readonly changed: readonly (readonly [place: number, current: number | undefined])[];
}

const current = fc.constantFrom(undefined, NaN, Infinity, -Infinity, 0, 4.9, 5, 5.1, 10);
const seconds: fc.Arbitrary<Second[]> = fc.array(
  fc.record({
    fresh: fc.boolean().map((isSilent) => !isSilent),
    changed: fc.array(fc.tuple(fc.nat(OUTLETS - 1), current), { maxLength: 8 }),
  }),
  { maxLength: 12 },
);

/** The occurrences, and the states, of an event for any outlet in these seconds. */
function course(
  given: readonly Second[],
  limit: number,
  direction: 'above' | 'below',
  sustain: number,
  inColumn: boolean,
): unknown[] {
  const values = new Array<number | undefined>(OUTLETS).fill(5);
  const measures = places.map((place) => () => values[place]);
  const watches = measures.map((measure, place): Watch => ({
    object: { kind: 'outlet', id: String(place), name: `outlet ${place}` },
    measure,
    holds: (_, its) => (its ? isBeyond(measure(), its) : undefined),
  }));
  const rule: CompiledLevelRule = {
    kind: 'level',
    measured: true,
    sustain,
    limit: { label: 'current', unit: 'A', limit, direction },
    watches,
    ...(inColumn && { column: new Column(measures) }),
  };
  let state = initialState(rule);
  return given.map(({ fresh, changed }, second) => {
    for (const [place, value] of changed) values[place] = value;
    const now = { fresh, uptime: second * 1000 } as Snapshot;
    const after = evaluate(rule, state, { now, elapsed: 1000 } as EvaluationContext);
    state = after?.state ?? state;
    return [state.triggered, state.watches, after?.triggers.map(({ watch, heldFor }) => [watch?.object.id, heldFor])];
  });
}

describe('an event for any of many outlets', () => {
  it('triggers as if each outlet were compared by itself', () => {
    fc.assert(
      fc.property(
        seconds,
        fc.constantFrom(4.9, 5, 5.1, -1, 20),
        fc.constantFrom('above' as const, 'below' as const),
        fc.constantFrom(0, 2000),
        (given, limit, direction, sustain) => {
          expect(course(given, limit, direction, sustain, true)).toEqual(
            course(given, limit, direction, sustain, false),
          );
        },
      ),
    );
  });
});
