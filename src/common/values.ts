/** A value in its one form, or what it must be: the end of the sentence "… must be". */
export type Read<T> = { readonly value: T } | { readonly wrong: string };

/**
 * A kind of value from outside, such as a whole number from 1 to 10: reads every form in which clients send it. Members
 * of requests, settings, parameters of events and actions, and environment variables are all made of these.
 */
export type ValueKind<T> = (given: unknown) => Read<T>;

/** The kind of the values that `read` finds a form for; undefined for all others. */
export const kindOf =
  <T>(says: string, read: (given: unknown) => T | undefined): ValueKind<T> =>
  (given) => {
    const value = read(given);
    return value === undefined ? { wrong: says } : { value };
  };

/** The end of the sentence "… must be" for a value that is not of this kind. */
export const saysOf = (kind: ValueKind<unknown>, given?: unknown): string => {
  const read = kind(given);
  return 'wrong' in read ? read.wrong : '';
};

/** Text for which the predicate holds. */
export const textThat = (holds: (text: string) => boolean, says: string): ValueKind<string> =>
  kindOf(says, (given) => (typeof given === 'string' && holds(given) ? given : undefined));

/** true or false, also as 1/0 and "true"/"false". */
export const FLAG: ValueKind<boolean> = kindOf('true or false', (given) => {
  const word = typeof given === 'string' ? given.toLowerCase() : given;
  if (word === true || word === 1 || word === '1' || word === 'true') return true;
  return word === false || word === 0 || word === '0' || word === 'false' ? false : undefined;
});

interface Range {
  readonly min: number;
  readonly max: number;
  readonly unit?: string | undefined;
}

const numberIn = (given: unknown): number => {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(given.trim()) ? Number(given) : NaN;
};

const withUnit = (says: string, unit: string | undefined): string => (unit === undefined ? says : `${says} ${unit}`);

/** A number in [min, max], also as a decimal string. */
export const number = ({ min, max, unit }: Range): ValueKind<number> =>
  kindOf(withUnit(`a number from ${min} to ${max}`, unit), (given) => {
    const value = numberIn(given);
    return value >= min && value <= max ? value : undefined;
  });

/** A whole number in [min, max], also as a decimal string. */
export const wholeNumber = ({ min, max, unit }: Range): ValueKind<number> =>
  kindOf(withUnit(`a whole number from ${min} to ${max}`, unit), (given) => {
    const value = numberIn(given);
    return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  });

/** One of these numbers. */
export const oneNumberOf = (numbers: readonly number[], unit?: string): ValueKind<number> =>
  kindOf(withUnit(`one of ${numbers.join(', ')}`, unit), (given) => {
    const value = numberIn(given);
    return numbers.includes(value) ? value : undefined;
  });

/** One of these words in any case; its form is that of the list. */
export const oneOf = <Word extends string>(...words: readonly Word[]): ValueKind<Word> =>
  kindOf(`one of ${words.join(', ')}`, (given) => {
    const exact = words.find((word) => word === given);
    if (exact !== undefined || typeof given !== 'string') return exact;
    return words.find((word) => word.toLowerCase() === given.toLowerCase());
  });

/** The number of characters as a user counts them: an emoji is one. */
export const lengthOf = (text: string): number => [...text].length;

// Names appear in mails, traps and log lines, where a control character could forge a second line.
// A lone surrogate is not a character, and the database would return another one.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Surrogate}]/u;
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Printable text of `min` to `max` characters; with `multiline` of several lines. */
export const text = ({ min = 1, max, multiline }: { min?: number; max: number; multiline?: boolean }) =>
  textThat(
    (given) => {
      const length = lengthOf(given);
      return length >= min && length <= max && !hasControlCharacter(multiline ? given.replace(/[\r\n\t]/g, '') : given);
    },
    `text of ${min} to ${max} characters${multiline ? '' : ' without control characters'}`,
  );

/**
 * Invisible characters and those that change the direction of a text: with them one name can look like another. The two
 * joiners are allowed between the letters and emoji that they join, nowhere else.
 */
const DECEPTIVE = [
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u,
  /(?<![\p{L}\p{M}\p{Emoji}])(\u200c|\u200d)/u,
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d](\u200c|\u200d)/u,
  /(\u200c|\u200d)(?![\p{L}\p{Emoji}])/u,
];

const PLAIN = textThat(
  (given) => !DECEPTIVE.some((each) => each.test(given)),
  'text without invisible characters and without characters that turn its direction',
);

/** Text of which something is seen. */
export const NOT_BLANK = textThat((given) => given.trim() !== '', 'text that is more than white space');

/** A name that a user gives: 1 to 100 characters, not only white space. */
export const NAME: ValueKind<string> = (given) => {
  const read = text({ max: 100 })(given);
  if ('wrong' in read) return read;
  const seen = NOT_BLANK(read.value);
  return 'value' in seen ? PLAIN(seen.value) : seen;
};

/** A value of this kind, or null for none: null itself, or empty text. */
export const orNothing =
  <T>(kind: ValueKind<T>): ValueKind<T | null> =>
  (given) => {
    if (given === null || given === '') return { value: null };
    const read = kind(given);
    return 'value' in read ? read : { wrong: `${read.wrong}, or null` };
  };

/** A text of this kind, or empty text for none. */
export const orEmpty =
  (kind: ValueKind<string>): ValueKind<string> =>
  (given) => {
    if (given === '') return { value: '' };
    const read = kind(given);
    return 'value' in read ? read : { wrong: `${read.wrong}, or empty text` };
  };

/** A list of `min` to `max` entries of one kind. */
export const listOf = <T>(
  says: string,
  kind: ValueKind<T>,
  { min = 0, max = Infinity, different = false }: { min?: number; max?: number; different?: boolean },
): ValueKind<T[]> =>
  kindOf(says, (given) => {
    if (!Array.isArray(given) || given.length < min || given.length > max) return undefined;
    const entries = given.flatMap((entry: unknown) => {
      const read = kind(entry);
      return 'value' in read ? [read.value] : [];
    });
    const isWhole = entries.length === given.length && (!different || new Set(entries).size === given.length);
    return isWhole ? entries : undefined;
  });
