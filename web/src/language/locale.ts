/** The languages of the browser UI, the default one first. */
export const LOCALES = ['en', 'de'] as const;
export type Locale = (typeof LOCALES)[number];

/** The name of each language in itself, for those who cannot read the present one. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' };

const SAVED = 'language';
const RIGHT_TO_LEFT = new Set(['ar', 'dv', 'fa', 'he', 'ps', 'ur', 'yi']);

/** The direction of the text of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';

const supported = (language: string): Locale | undefined =>
  LOCALES.find((locale) => language.toLowerCase().split('-')[0] === locale);

/** The saved choice, else the first language of the browser that there is, else English. */
export function localeFor(saved: string | null, languages: readonly string[]): Locale {
  return [saved ?? '', ...languages].map(supported).find((locale) => locale !== undefined) ?? LOCALES[0];
}

/** The storage of the browser; undefined where its settings forbid it, and outside a browser. */
function storage(): Storage | undefined {
  try {
    return typeof document === 'undefined' ? undefined : localStorage;
  } catch {
    return undefined;
  }
}

/** The language of this browser. It changes only when the page is loaded, so that no text of another one stays. */
export const locale: Locale =
  typeof document === 'undefined' ? 'en' : localeFor(storage()?.getItem(SAVED) ?? null, navigator.languages);

/** The same language with the country of the browser, whose weeks begin on another day: en-GB. */
export const region: string =
  (typeof document === 'undefined' ? [] : navigator.languages).find((each) => supported(each) === locale) ?? locale;

export const OTHER_LOCALES: readonly Locale[] = LOCALES.filter((each) => each !== locale);

/** Makes the language known to the browser, to screen readers and to style sheets. */
export function applyLocale(): void {
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
}

/** Saves the choice and loads the page in it; the browser asks first if a form has unsaved changes. */
export function chooseLocale(chosen: Locale): void {
  storage()?.setItem(SAVED, chosen);
  location.reload();
}
