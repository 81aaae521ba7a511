/** An English text of the controller and its translation; each %s stands for a value, in the same order in both. */
export type Pair = readonly [english: string, translation: string];

const VALUE = '%s';

const patterns = new Map<string, RegExp>();

function patternOf(template: string): RegExp {
  const known = patterns.get(template);
  if (known) return known;
  const literal = template.split(VALUE).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(`^${literal.join('(.*?)')}$`, 's');
  patterns.set(template, pattern);
  return pattern;
}

/** The values that a sentence has for the %s of a template; undefined if it is not one of that template. */
export function valuesOf(template: string, sentence: string): readonly string[] | undefined {
  if (!template.includes(VALUE)) return template === sentence ? [] : undefined;
  return patternOf(template).exec(sentence)?.slice(1);
}

/** Pairs in the order in which they are tried: where several fit, the one with most words of its own is meant. */
export const mostExactFirst = (pairs: readonly Pair[]): readonly Pair[] => {
  const ownLength = ([english]: Pair): number => english.replaceAll(VALUE, '').length;
  return [...pairs].sort((one, other) => ownLength(other) - ownLength(one));
};

/** A value of a template, with the English text around it. */
export interface Value {
  readonly text: string;
  readonly place: number;
  /** All values of the sentence. */
  readonly all: readonly string[];
  /** The English text up to the next value, which may begin with a unit. */
  readonly after: string;
}

/**
 * The translation of a sentence by its template; undefined if it is not one of that template.
 * @param part translates a value, which may be a sentence or a word of the controller; names, which are in quotation
 *   marks, are left as they are
 */
export function translatedBy(
  [english, translation]: Pair,
  sentence: string,
  part: (value: Value) => string,
): string | undefined {
  const all = valuesOf(english, sentence);
  if (!all) return undefined;
  const around = english.split(VALUE);
  const shown = all.map((text, place) => {
    const [before = '', after = ''] = around.slice(place, place + 2);
    const isName = (before.endsWith('"') && after.startsWith('"')) || (before.endsWith('“') && after.startsWith('”'));
    return isName ? text : part({ text, place, all, after });
  });
  return translation
    .split(VALUE)
    .map((text, place) => (place === 0 ? text : (shown[place - 1] ?? '') + text))
    .join('');
}
