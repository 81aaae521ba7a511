import { printable } from '../../common/text.js';
import * as values from '../../common/values.js';
import { FLAG, saysOf, type ValueKind } from '../../common/values.js';

/** The problems of a value, each with its key: `banks[1].inlet must be …`. Empty for a valid value. */
export type Problems = readonly string[];
/** Checks one value; never throws. */
export type Shape = (value: unknown, key: string) => Problems;

const NONE: Problems = [];
const problem = (key: string, sentence: string): Problems => [`${key === '' ? 'the profile' : key} ${sentence}`];

/** A value of this kind in its one form: a number is not written as text, nor a word in another case. */
const ofKind =
  <T>(kind: ValueKind<T>): Shape =>
  (value, key) => {
    const read = kind(value);
    if ('value' in read && read.value === value) return NONE;
    const wrong = saysOf(kind);
    return problem(key, value === undefined ? `is missing; it must be ${wrong}` : `must be ${wrong}`);
  };

export const aFlag: Shape = ofKind(FLAG);

const TEXT = values.text({ max: 100 });
/** Printable text of 1 to 100 characters that is not blank. */
export const aText: Shape = ofKind((given) => TEXT(typeof given === 'string' && given.trim() === '' ? '' : given));

/** Text that matches a pattern; `what` describes it in messages. */
export const aWordLike = (pattern: RegExp, what: string): Shape =>
  ofKind(values.textThat((text) => pattern.test(text), what));

export const aNumber = (min: number, max: number): Shape => ofKind(values.number({ min, max }));

export const aWholeNumber = (min: number, max: number): Shape => ofKind(values.wholeNumber({ min, max }));

/** A number as devices use it on the wire: signed or unsigned, 32 bits. */
export const anInteger: Shape = aWholeNumber(-2_147_483_648, 4_294_967_295);

export const oneOf = (...words: readonly string[]): Shape => ofKind(values.oneOf(...words));

/** A serial number of decimal digits: bank ids are also sent as numbers, so it has to be a safe integer. */
export const aSerial: Shape = aWordLike(
  /^[1-9]\d{0,14}$/,
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
        : problem(printable(`${key}.${name}`, 100), 'must be a name of 1 to 30 letters, digits, - and _'),
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
    return [...wrong, ...unknown.map((name) => `${printable(at(name), 100)} is not a key of a profile`)];
  };
