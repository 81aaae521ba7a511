import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asciiOf, quoted } from './ascii.js';

describe('text as a value of the NUT protocol', () => {
  it.each([
    ['web 01', 'web 01'],
    ['Größe "B" \\ 2 ☃', "Grosse 'B' / 2 ?"],
    ['ÀÉÎÕÜ çñ ẞ', 'AEIOU cn SS'],
    ['ﬁn … 10 ㎾', 'fin ... 10 kW'],
    ['a\nb\tc', 'a?b?c'],
    ['😀', '?'],
  ])('%j is sent as %j', (text, sent) => {
    expect(asciiOf(text)).toBe(sent);
    expect(quoted(text)).toBe(`"${sent}"`);
  });

  it('is always printable ASCII that needs no escape, and stays as it is when it is sent again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sent = asciiOf(text);
        expect(sent).toMatch(/^[ !#-[\]-~]*$/);
        expect(asciiOf(sent)).toBe(sent);
      }),
    );
  });
});
