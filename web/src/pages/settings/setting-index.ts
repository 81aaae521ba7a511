import type { Searched } from '../../components/search.js';
import { words, type Words } from '../../language/words.js';
import { SETTING_PLACES, settingAddress } from '../network/setting-places.js';

/** A setting as it can be found: by its label, its key, or the text that explains it. */
export interface FoundSetting extends Searched {
  readonly key: keyof Words['conf'];
  readonly label: string;
  readonly help: string;
  /** The page with its field. */
  readonly page: string;
  readonly pageTitle: string;
  /** The address of its field. */
  readonly address: string;
}

const RANK = 4;

/** The settings with a field on these pages. */
export function settingIndex(isPage: (path: string) => boolean): FoundSetting[] {
  return Object.entries(SETTING_PLACES).flatMap(([page, names]) =>
    isPage(page)
      ? names.map((key) => {
          const { label, help } = words.conf[key];
          const title = (page.split('/').at(-1) ?? '') as keyof Words['titles'];
          return {
            ...{ id: `setting ${key}`, key, label, help, page, rank: RANK },
            pageTitle: words.titles[title],
            texts: [label, key, help].filter((text) => text !== ''),
            address: settingAddress(page, key),
          };
        })
      : [],
  );
}
