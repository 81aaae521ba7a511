/** Control characters, line separators, lone surrogates and characters that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text from outside safe for a log line: at most `max` characters, none of which forges a second line. */
export const printable = (text: string, max: number): string =>
  Array.from(text.slice(0, 2 * max).replace(UNPRINTABLE, ''))
    .slice(0, max)
    .join('');
