/** The problems of a value, each with its key: `banks[1].inlet must be …`. Empty for a valid value. */
export type Problems = readonly string[];
/** Checks one value; never throws. */
export type Shape = (value: unknown, key: string) => Problems;

const NONE: Problems = [];
const problem = (key: string, sentence: string): Problems => [`${key === '' ? 'the profile' : key} ${sentence}`];

const shape =
  (holds: (value: unknown) => boolean, what: string): Shape =>
  (value, key) =>
    holds(value) ? NONE : problem(key, value === undefined ? `is missing; it must be ${what}` : `must be ${what}`);

export const aFlag: Shape = shape((value) => typeof value === 'boolean', 'true or false');

/** Printable text of 1 to 100 characters. */
export const aText: Shape = shape(
  (value) => typeof value === 'string' && /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,100}$/u.test(value) && value.trim() !== '',
  'text of 1 to 100 printable characters',
);

/** Text that matches a pattern; `what` describes it in messages. */
export const aWordLike = (pattern: RegExp, what: string): Shape =>
  shape((value) => typeof value === 'string' && pattern.test(value), what);

export const aNumber = (min: number, max: number): Shape =>
  shape((value) => typeof value === 'number' && value >= min && value <= max, `a number from ${min} to ${max}`);

export const aWholeNumber = (min: number, max: number): Shape =>
  shape(
    (value) => typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
    `a whole number from ${min} to ${max}`,
  );

export const oneOf = (...words: readonly string[]): Shape =>
  shape(
    (value) => typeof value === 'string' && words.includes(value),
    `one of ${words.map((word) => `"${word}"`).join(', ')}`,
  );

/** A serial number of decimal digits: bank ids are also sent as numbers, so it has to be a safe integer. */
export const aSerial: Shape = shape(
  (value) => typeof value === 'string' && /^[1-9]\d{0,14}$/.test(value),
  'a decimal serial number as text, 1 to 15 digits without leading zeros',
);

export const optional =
  (inner: Shape): Shape =>
  (value, key) =>
    value === undefined ? NONE : inner(value, key);

export const aList =
  (item: Shape, min: number, max: number): Shape =>
  (value, key) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) {
      return problem(key, `must be a list of ${min} to ${max} entries`);
    }
    return value.flatMap((entry, index) => item(entry, `${key}[${index}]`));
  };

/** An object with freely chosen keys of 1 to 30 letters, digits, - and _. */
export const aMap =
  (item: Shape, min: number, max: number): Shape =>
  (value, key) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return problem(key, 'must be an object');
    const entries = Object.entries(value);
    if (entries.length < min || entries.length > max) return problem(key, `must have ${min} to ${max} entries`);
    return entries.flatMap(([name, entry]) =>
      /^[A-Za-z][\w-]{0,29}$/.test(name)
        ? item(entry, `${key}.${name}`)
        : problem(printable(`${key}.${name}`), 'must be a name of 1 to 30 letters, digits, - and _'),
    );
  };

/** An object with these keys and no others: a misspelt key would silently do nothing. */
export const aRecord =
  (keys: Readonly<Record<string, Shape>>): Shape =>
  (value, key) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return problem(key, 'must be an object');
    const members = new Map<string, unknown>(Object.entries(value));
    const at = (name: string): string => (key === '' ? name : `${key}.${name}`);
    const wrong = Object.entries(keys).flatMap(([name, inner]) => inner(members.get(name), at(name)));
    const unknown = [...members.keys()].filter((name) => !Object.hasOwn(keys, name));
    return [...wrong, ...unknown.map((name) => `${printable(at(name))} is not a key of a profile`)];
  };

/** Keeps a problem on one line, whatever characters a key has. */
const printable = (name: string): string => {
  const text = name.replace(/[\p{C}\u2028\u2029]/gu, '?');
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
};
