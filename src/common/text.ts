import type { Read, ValueKind } from './values.js';

/** Control characters, line separators, lone surrogates and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Text from outside as one line of at most `max` characters, safe for a log, a mail or a message. */
export const printable = (text: string, max = 200): string =>
  Array.from(
    text
      .slice(0, 4 * max)
      .replace(UNPRINTABLE, ' ')
      .trim(),
  )
    .slice(0, max)
    .join('');

/** The message of an error, in one line. */
export function errorMessage(error: unknown): string {
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return (hasMessage ? String(error.message) : String(error)).trim().replace(/\s*\n\s*/g, '; ');
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The value of decimal text, as `Number` parses it; undefined for other text and for values that are not finite. */
export function parseDecimal(text: string): number | undefined {
  const value = DECIMAL.test(text.trim()) ? Number(text) : NaN;
  return Number.isFinite(value) ? value : undefined;
}

/** The shortest decimal text of a finite number, without an exponent. */
export function formatDecimal(value: number): string {
  const text = String(value === 0 ? 0 : value);
  const [, sign = '', whole = '', rest = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + rest;
  const point = 1 + Number(exponent);
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${digits}` : `${sign}${digits.padEnd(point, '0')}`;
}

/** Reads text by a kind of number, also in exponential form; its form is the shortest decimal text. */
export const numberText =
  (kind: ValueKind<number>) =>
  (given: string): Read<string> => {
    const read = kind(parseDecimal(given));
    return 'value' in read ? { value: formatDecimal(read.value) } : read;
  };

const ENTITIES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Text as it must stand in HTML and XML. */
export const markupText = (text: string): string => text.replace(/[<>&"']/g, (character) => ENTITIES[character] ?? '');
