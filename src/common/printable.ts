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
