import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SETTING_PLACES } from './setting-places.js';

/** The settings that the source of a page has fields for. */
function fieldsOf(page: string): string[] {
  const path = join(import.meta.dirname, `../../pages${page}-page.tsx`);
  const names = readFileSync(path, 'utf8').matchAll(/form=\{form\}\s+name="(\w+)"|words\.conf\.(\w+)\.label/g);
  return [...new Set(Array.from(names, ([, field, label]) => field ?? label ?? ''))];
}

describe('the settings that the palette finds', () => {
  it.each(Object.entries(SETTING_PLACES))('are those of the page %s', (page, names) => {
    expect([...names].sort()).toEqual(fieldsOf(page).sort());
  });
});
