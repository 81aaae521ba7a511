/** Every setting that has an effect has a field in the browser UI, or a reason to have none. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { settingKeysOf, settingRow, SETTING_KEYS } from '../../src/settings/setting-value.js';
import { conf } from '../../web/src/language/en/network.js';
import { HUB_SETTING_PLACES, SETTING_PLACES, WITHOUT_FIELD } from '../../web/src/pages/network/setting-places.js';

/** The paths in the registry, which imports pages and so cannot be loaded here. */
const HUB_PAGES = [
  ...readFileSync(join(import.meta.dirname, '../../web/src/hub/hub-pages.ts'), 'utf8').matchAll(/path: '([^']+)'/g),
].map(([, path]) => path);

const withField: readonly string[] = Object.values(SETTING_PLACES).flat();
const served = SETTING_KEYS.filter((key) => settingRow(key).served !== false);

describe('The settings', () => {
  it.each(served)('have a field for %s, or a reason to have none', (key) => {
    expect(withField.includes(key)).toBe(!(key in WITHOUT_FIELD));
  });

  it('that are only stored have no field, which would do nothing', () => {
    expect(SETTING_KEYS.filter((key) => settingRow(key).served === false && withField.includes(key))).toEqual([]);
  });

  it('have one field each, and those without one exist', () => {
    expect(new Set(withField).size).toBe(withField.length);
    expect(Object.keys(WITHOUT_FIELD).filter((key) => !(SETTING_KEYS as readonly string[]).includes(key))).toEqual([]);
    expect(Object.keys(conf).filter((key) => !withField.includes(key))).toEqual([]);
  });

  it('of a hub have one field each on its pages, and no other setting has one there', () => {
    const fields: readonly string[] = Object.values(HUB_SETTING_PLACES).flat();
    const wanted = settingKeysOf('hub').filter((key) => !(key in WITHOUT_FIELD));
    expect([...fields].sort()).toEqual([...wanted].sort());
    expect(Object.keys(HUB_SETTING_PLACES).filter((path) => !HUB_PAGES.includes(path))).toEqual([]);
  });
});
