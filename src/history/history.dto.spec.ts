import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../common/errors.js';
import { DtoPipe } from '../common/body.js';
import { HistoryQueryDto } from './history.dto.js';
import { rangeOf, stepFor } from './history-range.js';

const NOW = Date.parse('2026-03-02T12:00:00Z') / 1000;
const read = async (query: Record<string, unknown>) => {
  const sent = { object: '1-1200578', measure: 'current', ...query };
  const dto = (await new DtoPipe().transform(sent, { type: 'query', metatype: HistoryQueryDto })) as HistoryQueryDto;
  return { object: dto.object, measure: dto.measure, ...rangeOf(dto, NOW) };
};

describe('a query for history', () => {
  it('is the last day in steps for a chart by default', async () => {
    expect(await read({})).toEqual({ object: '1-1200578', measure: 'current', from: NOW - 86_400, to: NOW, step: 300 });
  });

  it.each([
    ['2026-03-01', NOW - 36 * 3600],
    ['2026-03-02T10:30', NOW - 5400],
    ['2026-03-02T10:30:00Z', NOW - 5400],
    ['2026-03-02T11:30:00 01:00', NOW - 5400],
    ['2026-03-02t11:30:00+01:00', NOW - 5400],
    [String(NOW - 60), NOW - 60],
    ['-90s', NOW - 90],
    ['-15m', NOW - 900],
    ['-24h', NOW - 86_400],
    ['-30d', NOW - 30 * 86_400],
  ])('knows the time %s', async (from, at) => {
    expect((await read({ from })).from).toBe(at);
  });

  it('makes no more steps than the requested points', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2e9 }), fc.integer({ min: 1, max: 20_000 }), (stretch, points) => {
        const step = stepFor(stretch, points);
        expect(stretch / step).toBeLessThanOrEqual(points);
        expect(Number.isInteger(step)).toBe(true);
      }),
    );
  });

  it('accepts a measure in any case', async () => {
    expect((await read({ measure: 'ACTIVEPOWER' })).measure).toBe('activePower');
  });

  it('of any kind is read or refused with 422', async () => {
    const anything = fc.oneof(
      fc.string(),
      fc.array(fc.string()),
      fc.constantFrom('-1d', '9e99', '1', 'now', undefined),
    );
    const names = fc.constantFrom('object', 'measure', 'from', 'to', 'step', 'points');
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, anything), async (query) => {
        try {
          const { from, to, step } = await read(query);
          expect(from < to && step >= 1 && (to - from) / step <= 20_000).toBe(true);
        } catch (error) {
          expect(error instanceof ApiError && error.status).toBe(422);
        }
      }),
    );
  });
});
