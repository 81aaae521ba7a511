import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { ApiError } from '../common/errors.js';
import { DtoPipe } from '../common/body.js';
import { LogQueryDto } from './log.dto.js';

const read = async (query: Record<string, unknown>): Promise<LogQueryDto> => ({
  ...((await new DtoPipe().transform(query, { type: 'query', metatype: LogQueryDto })) as LogQueryDto),
});
const refusal = async (query: Record<string, unknown>): Promise<ApiError> => {
  try {
    await read(query);
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('not refused');
};

describe('a query of the audit log', () => {
  it('may have no parameter', async () => {
    expect(await read({})).toEqual({});
  });

  it('takes each filter', async () => {
    const filters = { kind: 'outlet.', object: 'outlet:1-1200578', who: 'alice', result: 'ok' };
    expect(await read({ limit: '500', before: '90', after: '12', ...filters })).toEqual({
      limit: 500,
      before: 90,
      after: 12,
      ...filters,
    });
  });

  it.each([
    ['1772438400', '2026-03-02T08:00:00Z'],
    ['1772438400.5', '2026-03-02T08:00:00.5Z'],
    ['2026-03-02', '2026-03-02T00:00:00Z'],
    ['2026-03-02T08:00', '2026-03-02T08:00:00Z'],
    ['2026-03-02T08:00:00Z', '2026-03-02T08:00:00Z'],
    ['2026-03-02t08:00:00.123z', '2026-03-02T08:00:00.123Z'],
    ['2026-03-02T09:00:00+01:00', '2026-03-02T08:00:00Z'],
    ['2026-03-02T09:00:00 01:00', '2026-03-02T08:00:00Z'],
    ['2026-03-02T03:00:00-05:00', '2026-03-02T08:00:00Z'],
  ])('takes the time %s', async (text, iso) => {
    expect(await read({ from: text, to: text })).toEqual({ from: Date.parse(iso), to: Date.parse(iso) });
  });

  it.each([
    ['limit', '0'],
    ['limit', '501'],
    ['limit', '1.5'],
    ['limit', '-1'],
    ['limit', 'all'],
    ['limit', ['1', '2']],
    ['before', 'x'],
    ['after', '-1'],
    ['after', '1e3'],
    ['kind', 'k'.repeat(256)],
    ['kind', ['a', 'b']],
    ['object', { deep: '1' }],
    ['from', 'yesterday'],
    ['from', '2026-13-01'],
    ['from', '02.03.2026'],
    ['to', '2026-03-02T25:00:00Z'],
    ['to', '999999999999'],
  ])('refuses %s = %j, by name', async (field, value) => {
    const error = await refusal({ [field]: value });
    expect(error.status).toBe(422);
    expect(error.details?.map((detail) => detail.field)).toEqual([field]);
  });

  it('names every invalid parameter at once', async () => {
    expect((await refusal({ limit: 'x', from: 'y', kind: 'ok' })).details?.map(({ field }) => field)).toEqual([
      'limit',
      'from',
    ]);
  });

  it('ignores unknown and empty parameters', async () => {
    expect(await read({ page: '7', kind: '' })).toEqual({});
  });

  it('is either understood or refused, whatever it says', async () => {
    const names = fc.constantFrom('limit', 'before', 'after', 'kind', 'object', 'who', 'result', 'from', 'to', 'x');
    const values = fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, values), async (query) => {
        try {
          const { limit = 100, before = 0, after = 0, from = 0, to = 0 } = await read(query);
          expect(limit >= 1 && limit <= 500).toBe(true);
          expect([before, after, from, to].every(Number.isFinite)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(ApiError);
        }
      }),
    );
  });
});
