/**
 * Walks through German pages: with `BROWSER_LANGUAGE=de` the walks of `test/web`, which name what they search for in English,
 * find the German of it.
 */
import type { Locator, Page } from 'playwright-core';
import { englishOf, germanOf, germanTexts, keep } from './translation.js';

export { germanText, keep, keepNames, loadTexts, searchedWithoutGerman } from './translation.js';

/** Files whose walks stay English, and why. */
export const IN_ENGLISH: Readonly<Record<string, string>> = {
  'german.spec.ts': 'chooses the languages itself',
  'palette.spec.ts': 'types English words into the search',
  'keyboard.spec.ts': 'types English words into the search, and chooses from lists by first letters',
};

type Method = (this: Locator | Page, ...given: unknown[]) => unknown;

/** The methods that search for a text, and those that read one. */
const SEARCHING = ['getByText', 'getByLabel', 'getByPlaceholder', 'getByTitle', 'getByAltText'] as const;
const SEARCHING_WITH_OPTIONS = ['getByRole', 'filter', 'locator'] as const;
const READING = [
  'innerText',
  'textContent',
  'allInnerTexts',
  'allTextContents',
  'getAttribute',
  'evaluate',
  'title',
] as const;
const QUOTED = /\[(title|aria-label|placeholder)([*^$]?=)(["'])(.*?)\3\]/g;

const germanPages = new WeakSet<Page>();
let isPrepared = false;

/** Lets the walks on a page search for German texts, and read English ones. */
export function speakGerman(page: Page): void {
  germanPages.add(page);
  if (isPrepared) return;
  isPrepared = true;
  for (const kind of [page, page.locator('html')]) prepare(Object.getPrototypeOf(kind) as Record<string, Method>);
}

function prepare(methods: Record<string, Method>): void {
  const change = (name: string, how: (method: Method, self: Locator | Page, given: unknown[]) => unknown): void => {
    const method = methods[name];
    if (!method) return;
    methods[name] = function (...given) {
      const page = 'page' in this ? this.page() : this;
      return germanPages.has(page) ? how(method, this, given) : method.apply(this, given);
    };
  };
  for (const name of SEARCHING) {
    change(name, (method, self, [text, options]) =>
      method.call(self, germanOf(text as string, (options as { exact?: boolean } | undefined)?.exact), options),
    );
  }
  for (const name of SEARCHING_WITH_OPTIONS) {
    change(name, (method, self, given) =>
      given[0] === 'navigation'
        ? method.apply(self, given.map(inNavigation))
        : method.apply(self, given.map(inOptions)),
    );
  }
  change('selectOption', (method, self, [options, ...more]) =>
    method.call(self, typeof options === 'string' ? choicesOf(options) : options, ...more),
  );
  change('fill', (method, self, [text, ...more]) => {
    if (typeof text === 'string') keep(text);
    return method.call(self, text, ...more);
  });
  for (const name of READING) {
    change(name, async (method, self, given) => inEnglish(await method.apply(self, given)));
  }
}

const inNavigation = (given: unknown): unknown => {
  const { name } = typeof given === 'object' && given !== null ? (given as { name?: unknown }) : {};
  return name === 'Power' ? { ...(given as object), name: 'Strom' } : inOptions(given);
};

const inEnglish = (read: unknown): unknown => {
  if (typeof read === 'string') return englishOf(read);
  return Array.isArray(read) ? read.map(inEnglish) : read;
};

/** The options with the texts in them in German, or a selector with those that it quotes. */
function inOptions(given: unknown): unknown {
  if (typeof given === 'string') {
    return given.replace(QUOTED, (_, name: string, sign: string, quote: string, text: string) => {
      const [own = text] = germanTexts(text, { start: false, end: false });
      return `[${name}${sign}${quote}${own}${quote} i]`;
    });
  }
  if (typeof given !== 'object' || given === null) return given;
  const { exact, ...options } = given as Readonly<Record<string, unknown>>;
  const texts = ['name', 'description', 'hasText', 'hasNotText'].flatMap((name) => {
    const text = options[name];
    return typeof text === 'string' || text instanceof RegExp
      ? [[name, germanOf(text, exact === true, name.startsWith('has'))]]
      : [];
  });
  return { ...given, ...(Object.fromEntries(texts) as object) };
}

/** A choice by its value or by its label in either language. */
const choicesOf = (option: string): object[] => [
  { value: option },
  ...[option, ...germanTexts(option)].map((label) => ({ label })),
];
