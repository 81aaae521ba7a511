import { describe, expect, it } from '@jest/globals';
import { readIdempotencyKey } from './idempotency-key.js';

describe('an idempotency key', () => {
  it('is the text of the header, with quotes or without them', () => {
    expect(readIdempotencyKey('8e03978e-40d5')).toBe('8e03978e-40d5');
    expect(readIdempotencyKey(' "8e03978e-40d5" ')).toBe('8e03978e-40d5');
    expect(readIdempotencyKey(undefined)).toBeUndefined();
  });

  it.each(['', '""', 'a b', 'ä', '"a', 'x'.repeat(129)])('is not %j', (header) => {
    expect(() => readIdempotencyKey(header)).toThrow('Idempotency-Key');
  });
});
