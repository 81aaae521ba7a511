/** Characters that change the text direction: with them "a\u202eevil" is displayed as "alive". */
const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const [LEFT_TO_RIGHT_ISOLATE, FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2066', '\u2068', '\u2069'];

/** A text of the controller with a visible character in place of each that would disguise it. */
export const withoutOverrides = (text: string): string => text.replace(OVERRIDES, '\ufffd');

/** A name for the middle of a sentence; the direction of a right-to-left name does not affect the text around it. */
export const isolated = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? FIRST_STRONG_ISOLATE + text + POP_ISOLATE : text;

/** Tests run without a page. */
const page = globalThis as unknown as { readonly document?: { readonly dir: string } };

/**
 * A number with its unit, or a date with its time, which is read from left to right in every language: a page from right
 * to left would show "92 %" as "% 92".
 */
export const inOrder = (text: string): string =>
  page.document?.dir === 'rtl' ? LEFT_TO_RIGHT_ISOLATE + text + POP_ISOLATE : text;

/** The same texts; the functions among them isolate the names that they get. */
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
