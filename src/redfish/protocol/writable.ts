import type { Json, Place, Writable } from './provider.js';
import { lengthOf, hasControlCharacter, type ValueKind } from '../../common/values.js';
import { RedfishError, type BaseKey } from './redfish-error.js';

/** The refusal of the value of a member. */
export function wrongValue(key: BaseKey, value: unknown, { name, pointer }: Place, resolution?: string): RedfishError {
  const shown = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return RedfishError.of(400, key, [shown.slice(0, 100), name], {
    related: [pointer],
    ...(resolution !== undefined && { resolution }),
  });
}

/** A member that becomes `to` of the change, read by `read`. */
export const writable = (to: string, read: (value: unknown, at: Place) => unknown): Writable => ({
  read: (value, at): Json => ({ [to]: read(value, at) }),
});

/** Text without control characters; null is the empty text where that is allowed. */
export const textValue =
  ({ min = 0, max }: { min?: number; max: number }) =>
  (value: unknown, at: Place): string => {
    if (value === null && min === 0) return '';
    if (typeof value !== 'string') throw wrongValue('PropertyValueTypeError', value, at);
    if (lengthOf(value) < min || lengthOf(value) > max || hasControlCharacter(value)) {
      const resolution = `Send text of ${min} to ${max} characters without control characters.`;
      throw wrongValue('PropertyValueFormatError', value, at, resolution);
    }
    return value;
  };

/** Text of a kind of the product; null is refused, as by a schema that has none. */
export const textOfKind =
  (kind: ValueKind<string>) =>
  (value: unknown, at: Place): string => {
    if (typeof value !== 'string') throw wrongValue('PropertyValueTypeError', value, at);
    const read = kind(value);
    if ('wrong' in read) throw wrongValue('PropertyValueFormatError', value, at, `Send ${read.wrong}.`);
    return read.value;
  };

export const flagValue = (value: unknown, at: Place): boolean => {
  if (typeof value !== 'boolean') throw wrongValue('PropertyValueTypeError', value, at);
  return value;
};

/** A whole number in a range. */
export const integerValue =
  ({ min, max }: { min: number; max: number }) =>
  (value: unknown, at: Place): number => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongValue('PropertyValueTypeError', value, at);
    if (value < min || value > max) {
      throw wrongValue('PropertyValueOutOfRange', value, at, `Send a whole number from ${min} to ${max}.`);
    }
    return value;
  };

/** One of the keys, as its value. */
export const wordValue =
  <T>(words: Readonly<Record<string, T>>) =>
  (value: unknown, at: Place): T => {
    if (typeof value !== 'string') throw wrongValue('PropertyValueTypeError', value, at);
    const read = Object.hasOwn(words, value) ? words[value] : undefined;
    if (read === undefined) {
      throw wrongValue('PropertyValueNotInList', value, at, `Send one of ${Object.keys(words).join(', ')}.`);
    }
    return read;
  };

/**
 * An array as a PATCH changes it: null removes the element at its place, `{}` leaves it, and a shorter one truncates.
 * @param element reads an element; gets the present one at its place
 */
export function patchedArray<T>(
  given: unknown,
  present: readonly T[],
  at: Place,
  max: number,
  element: (value: unknown, at: Place, present: T | undefined) => T,
): T[] {
  if (!Array.isArray(given)) throw wrongValue('PropertyValueTypeError', given, at);
  if (given.length > max) throw wrongValue('PropertyValueOutOfRange', given, at, `Send at most ${max} elements.`);
  return given.flatMap((value: unknown, place) => {
    const here = { name: at.name, pointer: `${at.pointer}/${place}` };
    if (value === null) return [];
    const isEmpty = typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
    const old = present[place];
    if (isEmpty) return old === undefined ? [] : [old];
    return [element(value, here, old)];
  });
}

/**
 * An array of texts that the product reads as a whole.
 * @param present the array before the change
 */
export const textsValue =
  (
    { max, text, all }: { max: number; text: ValueKind<string>; all: ValueKind<string[]> },
    present: () => readonly string[],
  ) =>
  (value: unknown, at: Place): string[] => {
    const texts = patchedArray(value, present(), at, max, textOfKind(text));
    const read = all(texts);
    if ('wrong' in read) throw wrongValue('PropertyValueFormatError', value, at, `Send ${read.wrong}.`);
    return read.value;
  };
