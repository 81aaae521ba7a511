/** An English text of the controller and its translation; each %s stands for a value, in the same order in both. */
export type Pair = readonly [english: string, translation: string];

const VALUE = '%s';

/** The values that a sentence has for the %s of a template; undefined if it is not one of that template. */
export function valuesOf(template: string, sentence: string): readonly string[] | undefined {
  if (!template.includes(VALUE)) return template === sentence ? [] : undefined;
  const literal = template.split(VALUE).map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`^${literal.join('(.*?)')}$`, 's').exec(sentence)?.slice(1);
}

/** True of each value of a template that is the name that somebody gave something: it is in quotation marks. */
const areNames = (template: string): boolean[] =>
  template
    .split(VALUE)
    .slice(1)
    .map((after, place) => after.startsWith('"') && (template.split(VALUE)[place] ?? '').endsWith('"'));

/**
 * The translation of a sentence by its template; undefined if it is not one of that template.
 * @param part translates a value, which may be a sentence or a word of the controller; names are left as they are
 */
export function translatedBy(
  [english, translation]: Pair,
  sentence: string,
  part: (value: string, place: number, values: readonly string[]) => string,
): string | undefined {
  const values = valuesOf(english, sentence);
  if (!values) return undefined;
  const names = areNames(english);
  const shown = values.map((value, place) => (names[place] ? value : part(value, place, values)));
  return translation
    .split(VALUE)
    .map((text, place) => (place === 0 ? text : (shown[place - 1] ?? '') + text))
    .join('');
}
