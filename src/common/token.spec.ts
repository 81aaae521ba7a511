import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { hashToken, isToken, newToken } from './token.js';

describe('a token', () => {
  it('is 43 characters of digits and letters, and never the same twice', () => {
    const tokens = Array.from({ length: 500 }, () => newToken());
    expect(tokens.every(isToken)).toBe(true);
    expect(new Set(tokens).size).toBe(500);
  });

  it('skips the bytes that would make some characters more likely', () => {
    const unfair = (size: number) => Uint8Array.from({ length: size }, (_, i) => (i % 2 === 0 ? 255 - (i % 8) : 61));
    expect(newToken(unfair)).toBe('z'.repeat(43));
  });

  it('uses every character of its alphabet about equally often', () => {
    const counts = new Map<string, number>();
    for (const character of Array.from({ length: 2000 }, () => newToken(randomBytes)).join('')) {
      counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values()) / Math.min(...counts.values())).toBeLessThan(1.5);
  });

  it('is stored only as its hash', () => {
    const token = newToken();
    expect(hashToken(token)).not.toContain(token.slice(0, 8));
    expect(hashToken(token)).toBe(hashToken(token));
  });

  it.each([undefined, null, '', 5, {}, ['a'], 'short', `${'a'.repeat(43)}\n`, 'a'.repeat(44), `${'a'.repeat(42)}-`])(
    'is not %p',
    (text) => expect(isToken(text)).toBe(false),
  );
});
