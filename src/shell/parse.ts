/** A line that is no command: exit status 2, with the usage of the command where there is one. */
export class UsageError extends Error {}

/** Longest line that is taken, in characters. */
export const MAX_LINE = 1000;

export interface Word {
  readonly text: string;
  /** True if a part of it stood in quotes, so that it is neither an option nor a list. */
  readonly quoted: boolean;
}

const BLANK = /[\s\0]/;

/** A scan of a text by characters with the state of its quotes. */
function* scan(text: string): Generator<{ readonly char: string; readonly place: number; readonly quote: string }> {
  let quote = '';
  for (let place = 0; place < text.length; place++) {
    const char = text.charAt(place);
    if (quote === '' && (char === '"' || char === "'")) {
      quote = char;
      yield { char: '', place, quote };
    } else if (char === quote) {
      quote = '';
      yield { char: '', place, quote: char };
    } else if (char === '\\' && quote !== "'" && place + 1 < text.length) {
      yield { char: text.charAt(++place), place, quote: quote === '' ? '\\' : quote };
    } else {
      yield { char, place, quote };
    }
  }
  if (quote !== '') throw new UsageError(`The quote ${quote} is not closed.`);
}

/** Splits a line at blanks outside of quotes. Throws {@link UsageError} for a quote that is not closed. */
export function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let text: string | undefined;
  let quoted = false;
  const end = (): void => {
    if (text !== undefined) words.push({ text, quoted });
    text = undefined;
    quoted = false;
  };
  for (const { char, quote } of scan(line)) {
    if (quote === '' && BLANK.test(char)) {
      end();
      continue;
    }
    text = (text ?? '') + char;
    quoted ||= quote !== '';
  }
  end();
  return words;
}

/** Splits the text of an exec request into statements, at `;` and line ends outside of quotes; empty ones are left out. */
export function statementsOf(text: string): string[] {
  const cuts: number[] = [];
  for (const { char, place, quote } of scan(text)) {
    if (quote === '' && /[;\r\n]/.test(char)) cuts.push(place);
  }
  return [...cuts, text.length]
    .map((cut, index) => text.slice(index === 0 ? 0 : (cuts[index - 1] ?? 0) + 1, cut).trim())
    .filter((statement) => statement !== '');
}

/** The options: a switch, or one that the next word is the value of. */
const OPTIONS = {
  json: 'switch',
  'no-header': 'switch',
  confirm: 'switch',
  yes: 'switch',
  'dry-run': 'switch',
  reason: 'value',
} as const;

export type OptionName = keyof typeof OPTIONS;
/** The options that every command takes. */
const COMMON: readonly OptionName[] = ['json', 'no-header'];

export interface CommandWords {
  readonly args: readonly Word[];
  /** The options with their values; that of a switch is empty. */
  readonly options: ReadonlyMap<OptionName, string>;
}

const isOption = (name: string): name is OptionName => Object.hasOwn(OPTIONS, name);

/** Separates the options from the arguments of a command; after `--` nothing is an option. Throws {@link UsageError}. */
export function separateOptions(words: readonly Word[], allowed: readonly OptionName[] = []): CommandWords {
  const options = new Map<OptionName, string>();
  const args: Word[] = [];
  let ended = false;
  for (let place = 0; place < words.length; place++) {
    const word = words[place] as Word;
    const { text, quoted } = word;
    if (ended || quoted || !text.startsWith('--')) {
      args.push(word);
    } else if (text === '--') {
      ended = true;
    } else {
      const name = text.slice(2);
      if (!isOption(name) || ![...COMMON, ...allowed].includes(name)) {
        throw new UsageError(`This command has no option ${text}.`);
      }
      options.set(name, OPTIONS[name] === 'switch' ? '' : valueOf(text, words[++place], words[place + 1]));
    }
  }
  return { args, options };
}

/**
 * The value of an option. A shell may have taken its quotes away, and then its further words must not count as arguments:
 * of `off 3 --reason rack 4` the 4 is no outlet.
 */
function valueOf(option: string, value: Word | undefined, next: Word | undefined): string {
  if (value === undefined || (!value.quoted && value.text.startsWith('--'))) {
    throw new UsageError(`Name a text after ${option}.`);
  }
  if (!value.quoted && next !== undefined && !next.text.startsWith('--')) {
    throw new UsageError(`Put the text after ${option} in quotes, or at the end of the line.`);
  }
  return value.text;
}

/** Largest number that a list may name: ranges of more would only cost memory. */
const MAX_NUMBER = 999;

/** One item of a list: a number or an id, or a range of numbers. */
export type ListItem = { readonly one: string } | { readonly from: number; readonly to: number };

/**
 * The items of a list such as `1,3-5`; `1-1200578` is an id, since no list goes so far. Throws {@link UsageError}, also for
 * an id with a short number of the bank that could be a range as well: `1-12` must not switch twelve outlets.
 * @param isId true for the id of an outlet
 */
export function listItems(text: string, isId: (item: string) => boolean = () => false): ListItem[] {
  return text
    .split(/[\s,]+/)
    .filter((item) => item !== '')
    .map((item) => {
      const [, first, last] = /^(\d{1,3})-(\d{1,3})$/.exec(item) ?? [];
      if (first === undefined || last === undefined) return { one: withoutLeadingZeros(item) };
      const [from, to] = [Number(first), Number(last)];
      const isRange = from <= to && from >= 1 && to <= MAX_NUMBER;
      if (!isId(item)) {
        if (!isRange) throw new UsageError(`"${item}" is not a range such as 3-5.`);
      } else if (!isRange) {
        return { one: item };
      } else if (from < to) {
        throw new UsageError(`"${item}" is a range and the id of an outlet; write numbers with commas.`);
      }
      return { from, to };
    });
}

/** Old tools write numbers with leading zeros. */
const withoutLeadingZeros = (item: string): string => (/^0*[1-9]\d*$/.test(item) ? item.replace(/^0+/, '') : item);

/**
 * Cuts a stream of text into lines. CR, LF, CR LF, LF CR and CR NUL each end one line, as clients send all of them; an
 * end may be split over two pieces. A line that is too long is cut off where it becomes so, and its rest is dropped.
 */
export class LineCutter {
  #line = '';
  #tooLong = false;
  #lastEnd = '';
  #pending = '';

  feed(text: string): void {
    this.#pending += text;
  }

  /** Number of characters that wait. */
  get waiting(): number {
    return this.#pending.length;
  }

  /** The next complete line; undefined until there is one. */
  next(): { readonly line: string; readonly tooLong: boolean } | undefined {
    for (let place = 0; place < this.#pending.length; place++) {
      const char = this.#pending.charAt(place);
      if (isSecondOfPair(this.#lastEnd, char)) {
        this.#lastEnd = '';
        continue;
      }
      this.#lastEnd = char === '\r' || char === '\n' ? char : '';
      if (this.#lastEnd !== '') {
        this.#pending = this.#pending.slice(place + 1);
        return this.#take();
      }
      if (this.#line.length < MAX_LINE) this.#line += char;
      else this.#tooLong = true;
    }
    this.#pending = '';
    return undefined;
  }

  /** The text behind the last line end, once no more comes; undefined if there is none. */
  last(): { readonly line: string; readonly tooLong: boolean } | undefined {
    return this.#line === '' ? undefined : this.#take();
  }

  #take(): { readonly line: string; readonly tooLong: boolean } {
    const taken = { line: this.#line, tooLong: this.#tooLong };
    this.#line = '';
    this.#tooLong = false;
    return taken;
  }
}

/** True for the second character of CR LF, LF CR and CR NUL. */
export const isSecondOfPair = (last: string, char: string): boolean =>
  (last === '\r' && (char === '\n' || char === '\0')) || (last === '\n' && char === '\r');
