import { describe, expect, it } from '@jest/globals';
import { iconOf } from './page-icons.js';
import { PAGES } from './pages.js';

describe('the icons of the navigation', () => {
  const shown = PAGES.filter(({ section }) => section !== undefined);

  it('are one of its own for each page', () => {
    const icons = shown.map(({ title }) => iconOf(title));
    expect(icons.filter((icon, place) => icons.indexOf(icon) !== place)).toEqual([]);
    expect(shown.length).toBeGreaterThan(20);
  });
});
