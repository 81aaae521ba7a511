import { describe, expect, it } from '@jest/globals';
import { uuidV7 } from './uuid.js';

const NOW = Date.UTC(2026, 0, 1);

describe('an id that has the time in it', () => {
  it('is a UUID of version 7', () => {
    expect(uuidV7(NOW)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sorts after those that were made before, and is never the same', () => {
    expect(uuidV7(NOW) < uuidV7(NOW + 1)).toBe(true);
    expect(uuidV7(NOW).slice(0, 13)).toBe(uuidV7(NOW).slice(0, 13));
    expect(new Set(Array.from({ length: 100 }, () => uuidV7(NOW))).size).toBe(100);
  });
});
