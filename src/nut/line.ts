/** Longest line of a client, in octets without its end. */
export const MAX_LINE = 1024;

/**
 * Splits a line into words as upsd does: blanks part them, a word that begins with `"` reaches to the next one, and `\`
 * takes the character after it. What is neither printable ASCII nor blank is dropped. Undefined for a line whose quote
 * or backslash is not complete.
 */
export function wordsOf(line: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (let place = 0; place < line.length; place++) {
    const character = line.charAt(place);
    if (character === '\\') {
      if (++place >= line.length) return undefined;
      word = (word ?? '') + printableAscii(line.charAt(place));
    } else if (isQuoted ? character === '"' : isBlank(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      isQuoted = false;
    } else if (character === '"' && word === undefined) {
      word = '';
      isQuoted = true;
    } else {
      const added = printableAscii(character);
      if (added !== '' || isQuoted) word = (word ?? '') + added;
    }
  }
  if (isQuoted) return undefined;
  if (word !== undefined) words.push(word);
  return words;
}

const isBlank = (character: string): boolean => character === ' ' || (character >= '\t' && character <= '\r');
const printableAscii = (character: string): string => (character >= ' ' && character <= '~' ? character : '');

/** Collects the octets of a connection and hands out its lines, without CR and LF. */
export class LineReader {
  #octets = '';

  /** Number of octets that have come and are not read. */
  get unread(): number {
    return this.#octets.length;
  }

  push(chunk: Buffer): void {
    this.#octets += chunk.toString('latin1');
  }

  /** The next line; null for one above the limit, complete or not; undefined while none is complete. */
  next(): string | null | undefined {
    const end = this.#octets.indexOf('\n');
    if ((end < 0 ? this.#octets.length : end) > MAX_LINE) return null;
    if (end < 0) return undefined;
    const line = this.#octets.slice(0, end);
    this.#octets = this.#octets.slice(end + 1);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  }
}
