import { describe, expect, it } from '@jest/globals';
import { includesType, TYPE_NAMES, TYPE_PATTERNS } from './webhook-types.js';

describe('the types of a webhook', () => {
  it('are each asked for by their name, by their kind and by all', () => {
    for (const type of TYPE_NAMES) {
      const [kind] = type.split('.');
      const including = TYPE_PATTERNS.filter((pattern) => includesType([pattern], type));
      expect(including).toEqual(['*', `${kind}.*`, type]);
    }
  });

  it('are not asked for by others or by none', () => {
    expect(includesType([], 'outlet.switched')).toBe(false);
    expect(includesType(['breaker.*', 'outlet.failed'], 'outlet.switched')).toBe(false);
    expect(includesType(['breaker.*', 'outlet.*'], 'outlet.switched')).toBe(true);
  });
});
