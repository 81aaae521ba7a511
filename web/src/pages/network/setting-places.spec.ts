import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SETTING_PLACES } from './setting-places.js';

const PAGES = join(import.meta.dirname, '..');

/** The files with fields of a page besides its own. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  '/network/time': ['network/zone-field.tsx'],
  '/network/identity': ['network/hub-panel.tsx'],
};

/** The files of a page: its own, or all of a page that is made of panels in files of their own. */
const filesOf = (page: string): string[] =>
  page === '/system'
    ? readdirSync(join(PAGES, 'system'))
        .filter((file) => file.endsWith('-panel.tsx'))
        .map((file) => `system/${file}`)
    : [`${page.slice(1)}-page.tsx`, ...(PARTS[page] ?? [])];

/** The settings that the source of a page has fields for. */
function fieldsOf(page: string): string[] {
  const source = filesOf(page)
    .map((file) => readFileSync(join(PAGES, file), 'utf8'))
    .join('\n');
  const names = source.matchAll(/form=\{form\}\s+name="(\w+)"|words\.conf\.(\w+)\.label/g);
  return [...new Set(Array.from(names, ([, field, label]) => field ?? label ?? ''))];
}

describe('the settings that the palette finds', () => {
  it.each(Object.entries(SETTING_PLACES))('are those of the page %s', (page, names) => {
    expect([...names].sort()).toEqual(fieldsOf(page).sort());
  });
});
