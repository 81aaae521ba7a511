/**
 * Translates what a walk searches for into German, and what it reads into English, by the texts of the product.
 *
 *     germanOf('Turn Outlet 1 off', { exact: true }) // /^Aus: Outlet 1$/
 *     germanOf(/remaining$/)                         // /.* übrig$/
 *     englishOf('Wert')                              // 'Value'
 *
 * A text that no pair has is translated sentence by sentence, and stays as it is where that finds nothing, as a name does.
 * Numbers and dates are searched as German writes them.
 */
import { allTexts, VALUE } from './texts.js';

/** Stands for a part of a regular expression that is no text, such as `\d+`. */
const ATOMS = new Map<string, string>();
function atom(source: string): string {
  const known = [...ATOMS].find(([, each]) => each === source)?.[0];
  if (known !== undefined) return known;
  const own = String.fromCharCode(0xe100 + ATOMS.size);
  ATOMS.set(own, source);
  return own;
}
const ANYTHING = atom('.*');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const spaced = (text: string): string => text.replace(/\s/g, ' ');
const letters = (text: string): number => text.replace(/[^\p{L}]/gu, '').length;
/** The source of a regular expression for a text with atoms in it. */
const sourceOf = (text: string): string =>
  [...text].map((each) => ATOMS.get(each) ?? (each === ' ' ? '\\s' : escaped(each))).join('');

/** A text in two languages, as pieces: the values have the odd places. */
interface Pair {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The length of the first one. */
  readonly length: number;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}]+/gu) ?? [];

/** Pairs by the words of their first text. */
class Index {
  readonly #pairs = new Map<string, Pair[]>();

  constructor(readonly pairs: readonly Pair[]) {
    for (const pair of pairs) {
      for (const word of new Set(wordsOf(pair.from.join('\0')))) {
        this.#pairs.set(word, [...(this.#pairs.get(word) ?? []), pair]);
      }
    }
  }

  /** Those that share a word with a text. */
  candidates(text: string): Pair[] {
    return [...new Set(wordsOf(text).flatMap((word) => this.#pairs.get(word) ?? []))];
  }
}

let index = new Index([]);
let indexBack = new Index([]);

/** Loads the texts; before it nothing else here works. */
export async function loadTexts(): Promise<void> {
  if (index.pairs.length > 0) return;
  const all = (await allTexts())
    .map(([english, own]) => [spaced(english), spaced(own)] as const)
    .filter(
      ([english, own]) =>
        (letters(english) > 1 || /[\ue000-\ue0ff\d]/.test(english)) &&
        !/undefined|NaN|\[object|[\ue000-\ue0ff],[\ue000-\ue0ff]/.test(english + own),
    );
  const different = [...new Map(all.map((pair) => [pair.join('\0'), pair])).values()];
  const pairOf = (from: string, to: string): Pair => ({
    from: from.split(VALUE),
    to: to.split(VALUE),
    length: from.length,
  });
  index = new Index(different.map(([english, own]) => pairOf(inGerman(english, false), own)));
  indexBack = new Index(different.map(([english, own]) => pairOf(own, english)));
}

/** The pieces of a pair from one place to another as the source of a regular expression, with its values by name. */
function between({ from }: Pair, first: number, last: number): string {
  const sources = from.slice(first, last + 1).map((piece, at) => {
    const place = first + at;
    if (place % 2 === 0) return escaped(piece);
    const name = `v${piece.charCodeAt(0)}`;
    if (from.slice(first, place).includes(piece)) return `\\k<${name}>`;
    // A value right behind another is a further part of the sentence: "14 A" and " for 10 s".
    return place > 1 && from[place - 1] === '' ? `(?<${name}>(?: \\p{L}{2}.+?)?)` : `(?<${name}>.+?)`;
  });
  return sources.join('');
}

type Values = ReadonlyMap<string, string>;
const valuesIn = (found: RegExpExecArray): Values =>
  new Map(
    Object.entries(found.groups ?? {}).map(([name, value]) => [String.fromCharCode(parseInt(name.slice(1))), value]),
  );

const wholePatterns = new Map<Pair, RegExp>();

function asWhole(pair: Pair, text: string): Values | undefined {
  let pattern = wholePatterns.get(pair);
  if (!pattern) {
    pattern = new RegExp(`^${between(pair, 0, pair.from.length)}$`, 'isu');
    wholePatterns.set(pair, pattern);
  }
  const found = pattern.exec(text);
  return found ? valuesIn(found) : undefined;
}

/** The ends of a text that are those of the searched one. */
interface Ends {
  readonly start: boolean;
  readonly end: boolean;
}

const isLetter = /\p{L}/u;
const partPatterns = new Map<Pair, readonly { readonly ends: Ends; readonly pattern: RegExp }[]>();

/** A text as a part of that of a pair, which begins and ends within words of the pair. */
function asPart(pair: Pair, text: string, { start, end }: Ends): Values | undefined {
  const last = pair.from.length - 1;
  const within = pair.from.some((piece, place) => {
    const at = place % 2 ? -1 : piece.toLowerCase().indexOf(text.toLowerCase());
    if (isLetter.test(piece.charAt(at - 1)) || isLetter.test(piece.charAt(at + text.length))) return false;
    return (
      at >= 0 &&
      (!start || (at === 0 && place === 0)) &&
      (!end || (at + text.length === piece.length && place === last))
    );
  });
  if (within) return new Map();
  let parts = partPatterns.get(pair);
  if (!parts) {
    const words = (piece: string): string[] => piece.match(/[\p{L}\d]+|\s+|./gu) ?? [];
    const beginOf = (piece = ''): string =>
      words(piece).reduceRight((after, each) => `(?:${escaped(each)}${after})?`, '');
    const endOf = (piece = ''): string => words(piece).reduce((before, each) => `(?:${before}${escaped(each)})?`, '');
    const places = pair.from.flatMap((_, place) => (place % 2 ? [] : place));
    parts = places.flatMap((from) =>
      places
        .filter((to) => to > from && to <= from + 8)
        .map((to) => ({
          ends: { start: from === 0, end: to === last },
          pattern: new RegExp(
            `^${endOf(pair.from[from])}${between(pair, from + 1, to - 1)}${beginOf(pair.from[to])}$`,
            'isu',
          ),
        })),
    );
    partPatterns.set(pair, parts);
  }
  const all = parts.flatMap(({ ends, pattern }) => {
    const found = (!start || ends.start) && (!end || ends.end) ? pattern.exec(text) : null;
    return found ? [valuesIn(found)] : [];
  });
  const inValues = (values: Values): number => letters([...values.values()].join(''));
  return all.sort((one, other) => inValues(one) - inValues(other))[0];
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const alternatives = (sources: readonly string[]): string =>
  sources.length === 1 ? (sources[0] ?? '') : `(?:${distinct(sources).join('|')})`;

/** The sources of the translations of a text, and how many of its letters are those of our texts. */
interface Found {
  readonly sources: readonly string[];
  readonly own: number;
}
const NOTHING: Found = { sources: [], own: 0 };

const translated = new Map<string, Found>();

/** The translations of a text with atoms: by the pairs that explain most of it, or part by part. */
function translations(text: string, ends: Ends, depth = 3): Found {
  const key = JSON.stringify([text, ends, depth]);
  const own = translated.get(key) ?? translationsOf(text, ends, depth);
  // "Outlet 3" may be the name of the outlet, or say which one it is.
  const found = NAME.test(text) ? { ...own, sources: [...own.sources, sourceOf(text)] } : own;
  translated.set(key, found);
  return found;
}

function translationsOf(text: string, ends: Ends, depth: number): Found {
  const candidates = index.candidates(text).flatMap((pair) => {
    const whole = asWhole(pair, text);
    const values = whole ?? (ends.start && ends.end ? undefined : asPart(pair, text, ends));
    if (!values) return [];
    const given = [...new Set(values.values())];
    const inValues =
      depth === 0 ? 0 : given.reduce((sum, value) => sum + translations(value, WHOLE, depth - 1).own * IN_VALUE, 0);
    const direct = letters(text) - letters(given.join(''));
    if (direct < (whole ? Math.min(2, letters(text)) : 4)) return [];
    const isSentence = direct > (/[.?!]$/.test(text) ? 3 : 5);
    if (direct < letters(text) * LEAST && !(whole && isSentence)) return [];
    return [{ pair, values, isWhole: whole !== undefined, own: (direct + inValues) * (whole ? 1 : PART) }];
  });
  const most = Math.max(...candidates.map(({ own }) => own));
  // Those with the fewest other words are meant if many fit.
  const best = candidates.filter(({ own }) => own === most).sort((one, other) => one.pair.length - other.pair.length);
  const parts = depth === 0 ? [] : text.split(/(^\+ |^\d+\. |[:;,()] ?| · |(?<=[.!?]) |\.$)/).filter(Boolean);
  const each = parts.length < 2 ? [] : parts.map((part) => translations(part, WHOLE, depth - 1));
  const ownOfParts = each.reduce((sum, { own }) => sum + own, 0);
  if (ownOfParts > letters(text) * LEAST && ownOfParts > (best.length > 0 ? most / PART : 0)) {
    const source = (one: string, { sources }: Found): string =>
      alternatives(sources.length > 0 ? sources : [sourceOf(one)]);
    return { sources: [parts.map((one, at) => source(one, each[at] ?? NOTHING)).join('')], own: ownOfParts };
  }
  const sources = best.slice(0, 8).map(({ pair, values, isWhole }) => filled(pair, values, isWhole, text, ends, depth));
  return { sources: distinct(sources), own: best.length > 0 ? most : 0 };
}
/** The least share of letters that are those of our texts: a name that contains one of our words stays as it is. */
const LEAST = 0.25;
/** The weight of a part of a text; that of a whole one is 1. */
const PART = 0.9;
/** The weight of the words within a value; that of the text around it is 1. */
const IN_VALUE = 0.85;
const WHOLE: Ends = { start: true, end: true };

function filled(
  { from, to }: Pair,
  values: Values,
  isWhole: boolean,
  text: string,
  { end }: Ends,
  depth: number,
): string {
  const source = to
    .map((piece, place) => {
      if (place % 2 === 0) return sourceOf(piece);
      const value = values.get(piece);
      if (value === undefined) return '.*';
      // The last value of a part of a text may go on.
      const ends = text.endsWith(value) ? { start: true, end } : WHOLE;
      const { sources } = depth > 0 ? translations(value, ends, depth - 1) : NOTHING;
      return alternatives([...sources, sourceOf(value)]) + (isWhole || ends.end ? '' : '.*');
    })
    .join('');
  const begins = from[0]?.charAt(0) ?? '';
  const isOtherCase = begins !== text.charAt(0) && begins.toLowerCase() === text.charAt(0).toLowerCase();
  return isOtherCase ? source.replace(/^\p{L}/u, (first) => `[${first.toLowerCase()}${first.toUpperCase()}]`) : source;
}

/** Numbers and dates as German writes them, and names that objects have from the controller, each as an atom. */
const inGerman = (text: string, hasNames = true): string => {
  const digit = `[\\d${[...ATOMS].flatMap(([each, source]) => (/^(\\d|\[[\d\\d.,-]+\])/.test(source) ? each : [])).join('')}]`;
  // Versions and addresses, which have more points, are left.
  const point = new RegExp(`(?<!${digit}\\.${digit}*)(?<=${digit})[.,](?=${digit})(?!${digit}+\\.${digit})`, 'g');
  const name = new RegExp(`\\b(?:Output Relay|Digital Input|Outlet|Bank|Relay|Line|Inlet|Group) ${digit}+`, 'g');
  const written = text.replace(/(\d{4})-(\d\d)-(\d\d)/g, '$3.$2.$1').replace(point, COMMA);
  return hasNames ? written.replace(name, (each) => atom(sourceOf(each))) : written;
};
const COMMA = atom('[.,]');
const NAME = /^(?:Outlet|Bank|Relay|Line|Inlet|Group) \d+$/;

/** A text of the pages as a walk types it, or compares with it. */
export const germanText = (text: string): string =>
  MEANT[text] ?? plain(translations(text, WHOLE).sources[0] ?? sourceOf(text));
/** The same for a label of a list or a text in a selector: each German text that it may have, and none for a name. */
export const germanTexts = (text: string, ends: Ends = WHOLE): string[] =>
  names.has(text) ? [] : translations(text, ends).sources.map(plain);
const plain = (source: string): string =>
  source
    .replace(/\(\?:([^()|]*)(\|[^()]*)?\)/g, '$1')
    .replace(/\[(\p{L})\p{L}\]/gu, '$1')
    .replaceAll('\\s', ' ')
    .replace(/\\(.)/g, '$1');

/** The alternatives of a regular expression as texts with atoms: `(On|Off) in \d+` is "On in " and "Off in ", and an atom. */
function alternativesOf(source: string): string[] {
  const rest = { source: source.replaceAll(String.raw`\d{4}-\d\d-\d\d`, String.raw`\d\d\.\d\d\.\d{4}`), at: 0 };
  const read = (): string[] => {
    const all: string[] = [];
    let now = [''];
    const add = (choices: readonly string[]): void => {
      now = now.flatMap((before) => choices.map((each) => before + each));
    };
    for (; rest.at < rest.source.length && rest.source[rest.at] !== ')';) {
      const left = rest.source.slice(rest.at);
      if (left.startsWith('|')) {
        rest.at += 1;
        all.push(...now);
        now = [''];
        continue;
      }
      const [assertion] = /^\(\?[=!<][^)]*\)/.exec(left) ?? [];
      if (assertion !== undefined) {
        rest.at += assertion.length;
        continue;
      }
      const [group] = /^\((\?:)?/.exec(left) ?? [];
      if (group !== undefined) {
        rest.at += group.length;
        const inner = read();
        rest.at += 1;
        const [optional = ''] = /^\?/.exec(rest.source.slice(rest.at)) ?? [];
        rest.at += optional.length;
        add(optional === '' ? inner : ['', ...inner]);
        continue;
      }
      const [part = ''] = /^(\\u[\da-f]{4}|\\.|\[[^\]]*\]|.)([*+?]|\{[\d,]+\})*/is.exec(left) ?? [];
      rest.at += part.length;
      const [, one = part, count = ''] = /^(\\u[\da-f]{4}|\\[^a-z\d]|[^\\[.])([*+?]|\{[\d,]+\})?$/is.exec(part) ?? [];
      if (/^(\\s|\\u202f|\s)$/.test(part)) add([' ']);
      else if (/^[a-z]\?$/i.test(part)) add([one, '']);
      else if (/^(\\[^a-z\d]|[^\\[.^$])$/is.test(part) && count === '') add([one.replace('\\', '')]);
      else add([atom(part.replace(/^(\[\\d)[.,]+/, '$1.,'))]);
    }
    return [...all, ...now];
  };
  return read();
}

const known = new Map<string, string | RegExp>();

/** The texts that are found as they are: names that the walks have given, and German texts of their own. */
const names = new Set<string | RegExp>();
export const keep = (own: string | RegExp): unknown => names.add(own);
const MEMBER_WITH_NAME = /name|label|title|note|description|reason/i;

/** Keeps the names in what a walk sends to the API. */
export function keepNames(sent: unknown): void {
  if (typeof sent !== 'object' || sent === null) return;
  for (const [member, value] of Object.entries(sent)) {
    if (typeof value === 'string' && MEMBER_WITH_NAME.test(member)) names.add(value);
    else keepNames(value);
  }
}

const withoutGerman = new Set<string>();
const note = (text: string): void => {
  if (letters(text) > 1) withoutGerman.add([...text].map((each) => ATOMS.get(each) ?? each).join(''));
};

/**
 * The texts that the walks of a file have searched for, and that no pair translates: a name of an object is found as it is, but
 * a walk that waits for the absence of another text proves nothing.
 */
export function searchedWithoutGerman(): string[] {
  const all = [...withoutGerman];
  withoutGerman.clear();
  return all;
}

/** The German of a word that has two; the other is a part of the navigation. */
const MEANT: Readonly<Record<string, string>> = { Power: 'Leistung' };

/**
 * The German of a text or pattern that a walk searches for.
 * @param within true for the text of an element of many parts, which follow each other without a space
 */
export function germanOf<T extends string | RegExp>(wanted: T, exact = false, within = false): T | RegExp {
  if (names.has(wanted)) return wanted;
  const key = `${String(wanted)}\0${typeof wanted}\0${exact}\0${within}`;
  const meant = typeof wanted === 'string' ? MEANT[wanted] : undefined;
  if (meant !== undefined) return meant as T;
  const found = known.get(key) ?? (typeof wanted === 'string' ? ofText(wanted, exact, within) : ofPattern(wanted));
  known.set(key, found);
  return found as T | RegExp;
}

function ofText(wanted: string, exact: boolean, within: boolean): string | RegExp {
  const [text = '', withoutNames = ''] = [true, false].map((hasNames) => inGerman(spaced(wanted).trim(), hasNames));
  const named = translations(text, { start: exact, end: exact });
  const whole =
    named.own > 0 || text === withoutNames || letters(text) === 0
      ? named
      : translations(withoutNames, { start: exact, end: exact });
  // One word may as well be a name that one of our texts happens to contain.
  const mayBeName = !exact && !text.includes(' ') && translations(text, WHOLE).own === 0;
  const sources = mayBeName && whole.own > 0 ? [...whole.sources, sourceOf(text)] : whole.sources;
  if (sources.length === 0) {
    note(text);
    const own = sourceOf(text).replace(/“([^”]*)”/g, '„$1“');
    if (own === sourceOf(spaced(wanted).trim())) return wanted;
    return exact ? new RegExp(`^\\s*${own}\\s*$`) : new RegExp(own, 'i');
  }
  if (exact) return new RegExp(`^\\s*${alternatives(sources)}\\s*$`);
  return within
    ? new RegExp(alternatives(sources), 'i')
    : new RegExp(`(?<!${LETTER}(?=${LETTER}))${alternatives(sources)}(?!(?<=${LETTER})${LETTER})`, 'i');
}

/** A text that is searched is not within a longer word: "Aus" is not in "Auswahl". */
const LETTER = '[A-Za-zÄÖÜäöüß]';

function ofPattern(wanted: RegExp): RegExp {
  const each = alternativesOf(wanted.source).map((alternative) => {
    const [named = '', withoutNames = ''] = [true, false].map((hasNames) => inGerman(alternative, hasNames));
    const found = ofAlternative(named);
    return found.own > 0 || letters(named) === 0 ? found : ofAlternative(withoutNames);
  });
  for (const { own, source } of each) if (own === 0) note(source);
  return new RegExp(alternatives(each.map(({ source }) => source)), wanted.flags);
}

/** An alternative of a pattern, as a whole or as the parts between what may be anything. */
function ofAlternative(text: string): { readonly source: string; readonly own: number } {
  const ends: Ends = { start: text.startsWith(BEGIN), end: text.endsWith(END) };
  const inner = text.slice(ends.start ? 1 : 0, ends.end ? -1 : undefined);
  const framed = (source: string): string => (ends.start ? '^' : '') + source + (ends.end ? '$' : '');
  const all = translations(inner, ends);
  if (all.own > 0 && all.own > letters(text) * PART - 1)
    return { source: framed(alternatives(all.sources)), own: all.own };
  const parts = inner.split(ANYTHING);
  const shown = parts.map((part, at): { readonly source: string; readonly own: number } => {
    const [, before = '', own = '', after = ''] = /^([\s·]*)(.*?)(\s*)$/s.exec(part) ?? [];
    const endsOfPart = { start: ends.start && at === 0, end: ends.end && at === parts.length - 1 };
    const asIs = own === '' ? NOTHING : translations(own, endsOfPart);
    // A pattern that goes on has a value or other words of the text there.
    const goesOn =
      !endsOfPart.end && (after !== '' || asIs.own === 0) ? translations(`${own} ${ANYTHING}`, endsOfPart) : NOTHING;
    if (goesOn.own > 0) return { source: sourceOf(before) + alternatives(goesOn.sources), own: goesOn.own };
    const sources = asIs.sources.length > 0 ? asIs.sources : [sourceOf(own)];
    return { source: sourceOf(before) + alternatives(sources) + sourceOf(after), own: asIs.own };
  });
  return {
    source: framed(shown.map(({ source }) => source).join('.*')),
    own: shown.reduce((sum, { own }) => sum + own, 0),
  };
}
const [BEGIN, END] = [atom('^'), atom('$')];

/** A text of a German page in English, line by line. */
export function englishOf(shown: string, depth = 2): string {
  const lines = shown.split(/([\n\t↕↑↓]+|(?<=[●○✕])\s?(?=\S))/);
  if (lines.length > 1) return lines.map((line, place) => (place % 2 ? line : englishOf(line))).join('');
  const text = spaced(shown);
  const fitting = indexBack.candidates(text).flatMap((pair) => {
    const values = asWhole(pair, text);
    return values ? [{ pair, values, own: letters(text) - letters([...values.values()].join('')) }] : [];
  });
  const [best] = fitting.sort((one, other) => other.own - one.own);
  if (best && best.own > 1) {
    const value = (of: string): string => best.values.get(of) ?? '';
    const english = best.pair.to
      .map((piece, place) => (place % 2 === 0 ? piece : depth > 0 ? englishOf(value(piece), depth - 1) : value(piece)))
      .join('');
    // The catalogue may have the text at the beginning of a line.
    return /^\p{Ll}/u.test(text) ? english.charAt(0).toLowerCase() + english.slice(1) : english;
  }
  for (const between of [/( · | – )/, /((?<=[.!?:;,]) )/, /( )(?=\d)/]) {
    const parts = shown.split(between);
    if (parts.length > 1) return parts.map((part, place) => (place % 2 ? part : englishOf(part, depth))).join('');
  }
  return shown
    .replace(/(\d\d)\.(\d\d)\.(\d{4})/g, '$3-$2-$1')
    .replace(/(?<![\d.])\d{1,3}(\.\d{3})*(,\d+)?(?![\d.,])/g, (number) =>
      number.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.')),
    );
}
