/** Characters that turn the direction of the text around them: with them "a\u202eevil" is seen as "alive". */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];

/** What came from the controller, with a visible character in place of each that would make it look like something else. */
export const withoutOverrides = (text: string): string => text.replace(OVERRIDES, '\ufffd');

/** A name for the middle of a sentence: one that is written from right to left does not draw its neighbours along. */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;

/** The same texts; the functions among them isolate what is put into their sentences. */
export function isolating<Texts extends object>(texts: Texts): Texts {
  const entries = Object.entries(texts).map(([name, text]: [string, unknown]) => [name, isolatingOne(text)]);
  return Object.fromEntries(entries) as Texts;
}

function isolatingOne(text: unknown): unknown {
  if (typeof text === 'function') {
    return (...values: unknown[]): unknown => (text as (...values: unknown[]) => unknown)(...values.map(isolatedValue));
  }
  return typeof text === 'object' && text !== null ? isolating(text) : text;
}

function isolatedValue(value: unknown): unknown {
  if (typeof value === 'string') return isolated(value);
  return Array.isArray(value) ? value.map(isolatedValue) : value;
}
