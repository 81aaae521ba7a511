import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isolated, isolating, withoutOverrides } from './direction.js';
import { loadWords, words } from './words.js';

describe('a name in the texts', () => {
  beforeAll(() => loadWords('base'));

  it('cannot turn itself around: what would do that is made visible', () => {
    expect(withoutOverrides('a\u202eevil')).toBe('a\ufffdevil');
    expect(withoutOverrides('שרת ראשי')).toBe('שרת ראשי');
  });

  it('written from right to left stays by itself in a sentence', () => {
    expect(words.outlets.turnOffOf('שרת 2')).toBe('Turn \u2068שרת 2\u2069 off');
    expect(words.outlets.turnOffOf('Server 2')).toBe('Turn Server 2 off');
  });

  it('is isolated in lists too; texts without names stay as they are', () => {
    const texts = isolating({ plain: 'Save', nested: { all: (names: readonly string[]) => names.join(', ') } });
    expect(texts.plain).toBe('Save');
    expect(texts.nested.all(['a', 'ب'])).toBe('a, \u2068ب\u2069');
  });

  it('always leaves as many isolates open as it closes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const shown = isolated(withoutOverrides(name));
        expect(shown.match(/[\u2066-\u2068]/g)?.length).toBe(shown.match(/\u2069/g)?.length);
        expect(shown).not.toMatch(/[\u202a-\u202e]/);
      }),
    );
  });
});
