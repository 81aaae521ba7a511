/** The texts of the product in English and German: those of its pages, and what the pages make of the controller's. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ACTION_CODES as ACTIONS } from '../../../../src/actions/catalogue/index.js';
import {
  DESCRIBED_KINDS,
  DESCRIBED_OBJECTS,
  DESCRIBED_OPERATIONS,
  sentenceOf,
} from '../../../../src/audit/sentences.js';
import { LEFT_REASONS } from '../../../../src/switching/undo.view.js';
import * as codes from '../../../../web/src/translation/de/codes.js';
import { ERRORS } from '../../../../web/src/translation/de/errors.js';
import { german } from '../../../../web/src/translation/de/german.js';
import { FAULT_NAMES, PARTS, SENTENCES, SUGGESTIONS, WAITING } from '../../../../web/src/translation/de/phrases.js';

const LANGUAGES = join(import.meta.dirname, '../../../../web/src/language');

/** Stands for a value of a text, one character for each: no text of the pages has it. */
export const VALUE = /([\ue000-\ue0ff])/;
export const valueAt = (place: number): string => String.fromCharCode(0xe000 + place);

/** The values with which a text is made, so that each of its forms appears: what it compares with is in its source. */
function trialsOf(text: (...values: never[]) => unknown): unknown[][] {
  const source = String(text);
  const compared = [...source.matchAll(/'([\w.-]+)'|\b([A-Za-z]\w*):/g)].map(([, quoted, key]) => quoted ?? key);
  const count = Math.max(text.length, /^\([^)]*=/.test(source) ? 2 : 0);
  const all = [...new Set(compared)];
  const [, named = ''] = /^\(\{([^}]*)/.exec(source) ?? [];
  const members = Object.fromEntries((named.match(/\w+/g) ?? []).map((name, place) => [name, valueAt(16 + place)]));
  const own = (all.length + 9) ** count > 25_000 ? [] : all;
  return Array.from({ length: count }).reduce<unknown[][]>(
    (all, _, place) => {
      const value = valueAt(place);
      const choices = [value, members, [value], [value, value], 0, 1, 2, true, false, undefined, ...own];
      return all.flatMap((before) => choices.slice(0, count > 4 ? 2 : undefined).map((each) => [...before, each]));
    },
    [[]],
  );
}

type Text = (...values: unknown[]) => unknown;

/** A text in both languages, and in each of its forms if it has values. */
function textsIn(english: unknown, own: unknown): [string, string][] {
  if (typeof english === 'string') return typeof own === 'string' ? [[english, own]] : [];
  if (typeof english === 'function' && typeof own === 'function') return formsOf(english as Text, own as Text);
  if (typeof english !== 'object' || english === null) return [];
  const others = (own ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(english).flatMap(([name, text]) => textsIn(text, others[name]));
}

function formsOf(english: Text, own: Text): [string, string][] {
  const made = (values: unknown[]): [string, string][] => {
    try {
      return textsIn(english(...values), own(...values));
    } catch {
      return []; // not values of this text
    }
  };
  return trialsOf(english).flatMap((values) => {
    // A number that only stands in the text is no form of its own.
    const place = values.findIndex((value, at) => value !== valueAt(at));
    const asValue = place < 0 ? [] : made(values.with(place, valueAt(place)));
    const isThere = (form: [string, string]): boolean =>
      asValue.some((one) =>
        one.every((text, at) => text.replaceAll(valueAt(place), String(values[place])) === form[at]),
      );
    return made(values).filter((form) => !isThere(form));
  });
}

async function catalogues(): Promise<[string, string][]> {
  const areas = readdirSync(join(LANGUAGES, 'en')).map((file) => file.replace('.ts', '.js'));
  const load = async (language: string, area: string): Promise<object> => ({
    ...((await import(`../../../../web/src/language/${language}/${area}`)) as object),
  });
  const pairs = await Promise.all(areas.map(async (area) => textsIn(await load('en', area), await load('de', area))));
  const [english, german] = await Promise.all(['en', 'de'].map((language) => load(language, 'automation.js')));
  const verbs = textsIn(verbsIn(english ?? {}), verbsIn(german ?? {}));
  const drafts = verbs.map(([english, own]): [string, string] => [`${english} ${valueAt(0)}`, `${own}: ${valueAt(0)}`]);
  return [...pairs.flat(), ...drafts];
}

/** The beginnings of the names of actions: what they do. */
const verbsIn = (area: object): unknown => (area as { ruleSheet: { verbs: unknown } }).ruleSheet.verbs;

/** The texts of the controller; their values are in the same order in both languages. */
function controllerTexts(): [string, string][] {
  const numbered = (text: string): string => {
    let place = 0;
    return text.replace(/%s/g, () => valueAt(place++));
  };
  const actions = ACTIONS.map(({ code, name }): [string, string] => [name, codes.ACTION_CODES[code] ?? name]);
  const left = Object.entries(LEFT_REASONS).map(([code, text]): [string, string] => [
    text,
    codes.LEFT_REASONS[code] ?? text,
  ]);
  const pairs = [
    ...left,
    ...[...Object.values(ERRORS), ...SENTENCES, ...PARTS, ...FAULT_NAMES, ...SUGGESTIONS, ...WAITING],
    ...[...Object.values(codes.EVENT_CODES), ...actions],
    ...[...Object.entries(codes.LABELS), ...Object.entries(codes.CHOICES), ...Object.entries(codes.KINDS)],
  ];
  return pairs.map(([english, own]): [string, string] => [numbered(english), numbered(own)]);
}

/** The sentences of the log about each kind of entry, by a user, an event and the controller. */
function logTexts(): [string, string][] {
  const [name, who] = [valueAt(0), valueAt(1)];
  const operations = DESCRIBED_OPERATIONS.flatMap((end) =>
    DESCRIBED_OBJECTS.filter((each) => /create|change|delete/.test(end) || /outlet|relay|group|vdc/i.test(each)).map(
      (object) => `${object}.${end}`,
    ),
  );
  const entries = [...DESCRIBED_KINDS, ...operations].flatMap((kind) =>
    ['ON', 'OFF', 'OPEN', 'CLOSE'].slice(0, /\.(switch|undo)$/.test(kind) ? 4 : 1).flatMap((state) =>
      ['session', 'action', 'system'].map((via) => {
        const about = DESCRIBED_OBJECTS.find((each) => kind.startsWith(`${each}.`)) ?? 'device';
        return { kind, via, who, object: `${about}:${name}`, name, state };
      }),
    ),
  );
  const log = german.answers['get /api/log'] as unknown as (page: object) => { entries: { sentence: string }[] };
  return entries.map(({ state, ...entry }): [string, string] => {
    const more = { id: 1, result: 'ok', before: null, cause: null, about: null, aboutName: null, address: null };
    const isChange = entry.kind.endsWith('.change');
    const before = isChange ? { name: valueAt(2) } : {};
    const after = isChange ? { name: valueAt(3) } : { state, version: valueAt(2) };
    const stored = { ...more, ...entry, at: 0, before: JSON.stringify(before), after: JSON.stringify(after) };
    const [shown] = log({ entries: [{ ...entry, id: 1, result: 'ok', before, after, time: '' }] }).entries;
    return [sentenceOf(stored, () => undefined), shown?.sentence ?? ''];
  });
}

/** The first sentence about the state of an outlet, which the log does not have, and the reason that a user gave. */
function whyTexts(): [string, string][] {
  const why = german.answers['get /api/outlets/{outletId}/why'] as unknown as (given: object) => { text: string };
  const given: [string, string][] = [
    [`Reason: ${valueAt(0)}`, `Begründung: ${valueAt(0)}`],
    ['a user', 'einem Benutzer'],
  ];
  const states = ['ON', 'OFF'].map((state): [string, string] => {
    const { text } = why({ outletName: valueAt(0), state, text: '', chain: [], supply: [] });
    return [`${valueAt(0)} is ${state.toLowerCase()}.`, text.replace(/(?<=\.) .*/s, '')];
  });
  return [...given, ...states];
}

/** All texts in both languages. */
export const allTexts = async (): Promise<[string, string][]> => [
  ...(await catalogues()),
  ...controllerTexts(),
  ...logTexts(),
  ...whyTexts(),
];
