import { describe, expect, it } from '@jest/globals';
import { dayAfter, monthBefore, queryOf } from './energy-choice.js';

describe('the days of a report', () => {
  it('include the last one', () => {
    expect(queryOf({ by: 'bank', step: 'day', from: '2026-03-01', to: '2026-03-31' })).toEqual({
      by: 'bank',
      step: 'day',
      from: '2026-03-01',
      to: '2026-04-01',
    });
    expect(queryOf({ by: 'bank', step: 'total', from: undefined, to: undefined })).toEqual({
      by: 'bank',
      step: 'total',
    });
    expect(dayAfter('2028-02-28')).toBe('2028-02-29');
  });

  it('may be those of the month before', () => {
    expect(monthBefore('2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(monthBefore('2026-01-01')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  });
});
