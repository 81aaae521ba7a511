import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import type { Millis } from './clock.js';
import { formatDecimal } from './decimal-text.js';
import { registerDecorator, ValidateIf, ValidateNested, type ValidationOptions } from 'class-validator';

/**
 * Decorators for the members of request bodies and queries. Clients of this product family send booleans as 0/1 or "true"/"false",
 * numbers as decimal strings and words in any case; each decorator accepts all of these and passes on one form.
 */

/** The member may be absent; null is not absent. */
export const Optional = () => ValidateIf((_: object, value: unknown) => value !== undefined);

export const check =
  (name: string, holds: (value: unknown) => boolean, message: (field: string) => string): PropertyDecorator =>
  (target, property) => {
    const options: ValidationOptions = { message: ({ property: field }) => message(field) };
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      options,
      validator: { validate: holds },
    });
  };

/** The number of characters as a user counts them: an emoji is one. */
export const lengthOf = (text: string): number => [...text].length;

// Names appear in mails, traps and log lines, where a control character could forge a second line.
// A lone surrogate is not a character, and the database would return another one.
// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\p{Surrogate}]/u;
export const hasControlCharacter = (text: string): boolean => CONTROL.test(text);

/** Printable text of `min` to `max` characters. */
export const IsText = ({ min = 1, max }: { min?: number; max: number }) =>
  applyDecorators(
    check(
      'isText',
      (value) =>
        typeof value === 'string' && lengthOf(value) >= min && lengthOf(value) <= max && !hasControlCharacter(value),
      (field) => `${field} must be text of ${min} to ${max} characters without control characters.`,
    ),
    ApiProperty({ type: 'string', minLength: min, maxLength: max }),
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
export const hasDeceptiveCharacter = (text: string): boolean => DECEPTIVE.some((each) => each.test(text));

/** A name that a user gives: 1 to 100 characters. */
export const IsName = () =>
  applyDecorators(
    IsText({ max: 100 }),
    check(
      'isPlain',
      (value) => typeof value !== 'string' || !hasDeceptiveCharacter(value),
      (field) => `${field} must not contain invisible characters, nor such as turn the direction of the text.`,
    ),
  );

/** PEM text of several lines, up to `max` characters; its content is checked where it is used. */
export const IsPem = ({ max }: { max: number }) =>
  applyDecorators(
    check(
      'isPem',
      (value) => typeof value === 'string' && value.length <= max && value.includes('-----BEGIN '),
      (field) => `${field} must be PEM text of at most ${max} characters.`,
    ),
    ApiProperty({ type: 'string', maxLength: max }),
  );

/** One of these words in any case; passed on as written here. */
export const IsWord = (...words: string[]) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? (words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value) : value,
    ),
    check(
      'isWord',
      (value) => typeof value === 'string' && words.includes(value),
      (field) => `${field} must be one of ${words.join(', ')}.`,
    ),
    ApiProperty({ type: 'string', enum: words }),
  );

/** true or false, also as 1/0 and "true"/"false". */
export const toBoolean = (value: unknown): unknown => {
  if (value === 1 || value === '1' || (typeof value === 'string' && value.toLowerCase() === 'true')) return true;
  if (value === 0 || value === '0' || (typeof value === 'string' && value.toLowerCase() === 'false')) return false;
  return value;
};

export const IsFlag = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => toBoolean(value)),
    check(
      'isFlag',
      (value) => typeof value === 'boolean',
      (field) => `${field} must be true or false.`,
    ),
    ApiProperty({ type: 'boolean' }),
  );

/** A decimal string becomes its number; everything else stays as it is. */
export const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : value;

/** A number in [min, max], also as a decimal string. */
export const IsNumeric = ({ min, max, integer = false }: { min: number; max: number; integer?: boolean }) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => toNumber(value)),
    check(
      'isNumeric',
      (value) => typeof value === 'number' && value >= min && value <= max && (!integer || Number.isInteger(value)),
      (field) => `${field} must be a ${integer ? 'whole ' : ''}number from ${min} to ${max}.`,
    ),
    ApiProperty({ type: integer ? 'integer' : 'number', minimum: min, maximum: max }),
  );

/** A date, with or without a time of day; without an offset it is UTC. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const UNIX_SECONDS = /^\d{1,11}(\.\d{1,3})?$/;
/** The year 3000: a later time is a mistake, or in milliseconds. */
const MAX_TIME: Millis = 32_503_680_000_000;

/** The wall clock of a time in ISO 8601 or in seconds since 1970; undefined for other text. */
export function parseTime(text: string): Millis | undefined {
  // An unescaped "+" of a query arrives as a space.
  const [, date, time = '00:00', offset = 'Z'] = ISO_8601.exec(text.toUpperCase().replace(' ', '+')) ?? [];
  const seconds = UNIX_SECONDS.test(text) ? Math.round(Number(text) * 1000) : NaN;
  const at = date === undefined ? seconds : Date.parse(`${date}T${time}${offset}`);
  return at <= MAX_TIME ? at : undefined;
}

/** A time in ISO 8601 or in seconds since 1970; passed on in milliseconds. */
export const IsTime = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? (parseTime(value) ?? value) : value)),
    check(
      'isTime',
      (value) => typeof value === 'number',
      (field) => `${field} must be a time in ISO 8601 or in seconds since 1970.`,
    ),
    ApiProperty({ type: 'string' }),
  );

/** An id as text: from an index sent as a number, or from an object as a response contains it. */
const idIn = (sent: unknown): unknown => {
  const id: unknown = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : sent;
  return typeof id === 'number' ? String(id) : id;
};

/** A list of at least one id or object with an `id`; ids are passed on as text. */
export const IsIdList = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(idIn) : value)),
    check(
      'isIdList',
      (value) => Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string'),
      (field) => `${field} must be a list of at least one id.`,
    ),
    ApiProperty({ type: 'string', isArray: true, minItems: 1 }),
  );

/** The most bytes of one parameter of an event or action; URLs are the longest. */
const MAX_PARAM_BYTES = 2048;
const paramOf = (value: number): string => (Number.isFinite(value) ? formatDecimal(value) : String(value));
const isParam = (value: unknown): boolean =>
  typeof value === 'string' && Buffer.byteLength(value) <= MAX_PARAM_BYTES && !hasControlCharacter(value);

/** The parameters of an event or action: at most three, numbers as text, empty ones allowed. */
export const IsParams = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value)
        ? value.map((each: unknown) =>
            typeof each === 'number' ? paramOf(each) : typeof each === 'string' ? each.trim() : each,
          )
        : value,
    ),
    check(
      'isParams',
      (value) => Array.isArray(value) && value.length <= 3 && value.every(isParam),
      (field) => `${field} must be a list of at most 3 texts without control characters.`,
    ),
    ApiProperty({ type: 'string', isArray: true, maxItems: 3 }),
  );

/** A list of at most `most` different whole numbers from 1 on, each also as a decimal string; may be empty. */
export const IsWholeNumbers = ({ most }: { most: number }) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(toNumber) : value)),
    check(
      'isWholeNumbers',
      (value) =>
        Array.isArray(value) &&
        value.length <= most &&
        value.every((each) => Number.isSafeInteger(each) && Number(each) > 0) &&
        new Set(value).size === value.length,
      (field) => `${field} must be a list of at most ${most} different whole numbers.`,
    ),
    ApiProperty({ type: 'integer', isArray: true, maxItems: most }),
  );

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A list of at most `max` objects, each checked by its own DTO. */
export const IsListOf = (entry: () => new () => object, max: number) =>
  applyDecorators(
    Type(entry),
    ValidateNested({ each: true, message: ({ property }) => `each entry of ${property} must be an object.` }),
    check(
      'isListOf',
      (value) => Array.isArray(value) && value.length <= max && value.every(isObject),
      (field) => `${field} must be a list of at most ${max} objects.`,
    ),
    // Named "type" because that is how the OpenAPI module distinguishes a function that returns a class from a class.
    ApiProperty({ type: () => entry(), isArray: true, maxItems: max }),
  );
