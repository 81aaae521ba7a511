import { describe, expect, it } from '@jest/globals';
import { directionOf, locale, localeFor } from './locale.js';
import { overlaid } from './overlaid.js';

describe('the language', () => {
  it.each([
    [['de-AT', 'en'], 'de'],
    [['fr-FR', 'de', 'en'], 'de'],
    [['en-US', 'de'], 'en'],
    [['fr', 'ja'], 'en'],
    [[], 'en'],
  ])('of a browser with %j is %s', (languages, expected) => {
    expect(localeFor(null, languages)).toBe(expected);
  });

  it('that the user has chosen comes first, unless there is none of this name', () => {
    expect(localeFor('en', ['de'])).toBe('en');
    expect(localeFor('de', ['en'])).toBe('de');
    expect(localeFor('tlh', ['de'])).toBe('de');
  });

  it('is English where there is no browser', () => {
    expect(locale).toBe('en');
  });

  it('has a direction', () => {
    expect(['en', 'de-AT', 'ar-EG', 'he'].map(directionOf)).toEqual(['ltr', 'ltr', 'rtl', 'rtl']);
  });
});

describe('a text that a language does not have', () => {
  it('is shown in English, at any depth', () => {
    const english = { save: 'Save', outlets: { on: 'On', off: 'Off' }, count: (of: number): string => `${of}` };
    const shown = overlaid(english, { outlets: { off: 'Aus' }, superfluous: 'x' });
    expect([shown.save, shown.outlets, shown.count(3)]).toEqual(['Save', { on: 'On', off: 'Aus' }, '3']);
  });
});
