import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { registerDecorator, ValidateIf, ValidateNested } from 'class-validator';
import type { Millis } from './clock.js';
import { isObject } from './objects.js';
import { formatDecimal } from './text.js';
import {
  FLAG,
  hasControlCharacter,
  kindOf,
  listOf,
  NAME,
  number,
  oneOf,
  orNothing,
  saysOf,
  text,
  textThat,
  wholeNumber,
  type ValueKind,
} from './values.js';
import { ApiError } from './errors.js';

/**
 * Decorators for the members of request bodies and queries. Clients of this product family send booleans as 0/1 or
 * "true"/"false", numbers as decimal strings and words in any case; each decorator accepts all of these and passes on
 * one form.
 */

/** The member may be absent; null is not absent. */
export const Optional = () => ValidateIf((_: object, value: unknown) => value !== undefined);

const check =
  (kind: ValueKind<unknown>): PropertyDecorator =>
  (target, property) =>
    registerDecorator({
      name: 'isOfKind',
      target: target.constructor,
      propertyName: String(property),
      options: { message: ({ property: field, value }) => `${field} must be ${saysOf(kind, value)}.` },
      validator: { validate: (value) => 'value' in kind(value) },
    });

/** A value of this kind, passed on in its one form. */
export const IsOf = <T>(kind: ValueKind<T>, schema: ApiPropertyOptions) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const read = kind(value);
      return 'value' in read ? read.value : value;
    }),
    check(kind),
    ApiProperty(schema),
  );

/** Printable text of `min` to `max` characters. */
export const IsText = ({ min = 1, max }: { min?: number; max: number }) =>
  IsOf(text({ min, max }), { type: 'string', minLength: min, maxLength: max });

/** A value of this kind that may be taken away: null and empty text are passed on as null. */
export const IsOfOrNull = <T>(kind: ValueKind<T>, schema: object) =>
  IsOf(orNothing(kind), { ...schema, nullable: true, required: false });

/** A name that a user gives: 1 to 100 characters, not only white space. */
export const IsName = () => IsOf(NAME, { type: 'string', minLength: 1, maxLength: 100 });

/** The reason of a command for the audit log: at most 200 characters, or none. */
export const IsReason = () => applyDecorators(Optional(), IsOf(text({ min: 0, max: 200 }), REASON_SCHEMA));
const REASON_SCHEMA = { type: 'string', maxLength: 200, required: false } as const;

/** PEM text of several lines, up to `max` characters; its content is checked where it is used. */
export const IsPem = ({ max }: { max: number }) =>
  IsOf(
    textThat((given) => given.length <= max && given.includes('-----BEGIN '), `PEM text of at most ${max} characters`),
    { type: 'string', maxLength: max },
  );

/** One of these words in any case; passed on as written here. */
export const IsWord = (...words: string[]) => IsOf(oneOf(...words), { type: 'string', enum: words });

/** true or false, also as 1/0 and "true"/"false". */
export const IsFlag = () => IsOf(FLAG, { type: 'boolean' });

/** A number in [min, max], also as a decimal string. */
export const IsNumeric = ({ min, max, integer = false }: { min: number; max: number; integer?: boolean }) =>
  IsOf((integer ? wholeNumber : number)({ min, max }), {
    type: integer ? 'integer' : 'number',
    minimum: min,
    maximum: max,
  });

/** A date, with or without a time of day; without an offset it is UTC. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/;
const UNIX_SECONDS = /^\d{1,11}(\.\d{1,9})?$/;
/** The year 3000: a later time is a mistake, or in milliseconds. */
const MAX_TIME: Millis = 32_503_680_000_000;

/** The wall clock of a time in ISO 8601 or in seconds since 1970; undefined for other text. */
export function parseTime(text: string): Millis | undefined {
  // An unescaped "+" of a query arrives as a space.
  const [, date, time = '00:00', offset = 'Z'] = ISO_8601.exec(text.toUpperCase().replace(' ', '+')) ?? [];
  const seconds = UNIX_SECONDS.test(text) ? Math.round(Number(text) * 1000) : NaN;
  const at = date === undefined ? seconds : isDay(date) ? Date.parse(`${date}T${time}${offset}`) : NaN;
  return at <= MAX_TIME ? at : undefined;
}

/** False for 30 February, which the engine takes as 1 or 2 March. */
function isDay(date: string): boolean {
  const at = Date.parse(`${date}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
}

const MILLIS = kindOf('a time in ISO 8601 or in seconds since 1970', (at) => (typeof at === 'number' ? at : undefined));

/** A time in ISO 8601 or in seconds since 1970, in a body also as a number; passed on in milliseconds. */
export const IsTime = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => {
      const given = typeof value === 'number' ? String(value) : value;
      return typeof given === 'string' ? (parseTime(given) ?? given) : given;
    }),
    check(MILLIS),
    ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }] }),
  );

/** An id as text, from an index sent as a number, or from an object as a response contains it. */
const ID = kindOf('an id', (sent) => {
  const id: unknown = typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : sent;
  return typeof id === 'number' ? String(id) : typeof id === 'string' ? id : undefined;
});

/** The id of an outlet, or its index as text or as a number; passed on as text. */
export const IsOutletIdOrIndex = () =>
  IsOf(
    kindOf('the id or index of an outlet', (given) => {
      const id = typeof given === 'number' ? String(given) : given;
      return typeof id === 'string' && id.length >= 1 && id.length <= 100 ? id : undefined;
    }),
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  );

/** A list of at least one id or object with an `id`; ids are passed on as text. */
export const IsIdList = () =>
  IsOf(listOf('a list of at least one id', ID, { min: 1 }), { type: 'string', isArray: true, minItems: 1 });

/** A list of names, one for each entry of another list. */
export const IsNameList = () => IsOf(listOf('a list of names', NAME, {}), { type: 'string', isArray: true });

/** The most bytes of one parameter of an event or action; URLs are the longest. */
const MAX_PARAM_BYTES = 2048;
const PARAM = kindOf('text', (given) => {
  const param = typeof given === 'number' ? paramOf(given) : given;
  if (typeof param !== 'string') return undefined;
  const trimmed = param.trim();
  return Buffer.byteLength(trimmed) <= MAX_PARAM_BYTES && !hasControlCharacter(trimmed) ? trimmed : undefined;
});
const paramOf = (value: number): string => (Number.isFinite(value) ? formatDecimal(value) : String(value));

/** The parameters of an event or action: at most three, numbers as text, empty ones allowed. */
export const IsParams = () =>
  IsOf(listOf('a list of at most 3 texts without control characters', PARAM, { max: 3 }), {
    type: 'string',
    isArray: true,
    maxItems: 3,
  });

/** A list of at most `max` different whole numbers from 1 on, each also as a decimal string; may be empty. */
export const IsWholeNumbers = ({ max }: { max: number }) =>
  IsOf(
    listOf(`a list of at most ${max} different whole numbers`, wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER }), {
      max,
      different: true,
    }),
    { type: 'integer', isArray: true, maxItems: max },
  );

/** A list of at most `max` objects, each checked by its own DTO. */
export const IsListOf = (entry: () => new () => object, max: number) =>
  applyDecorators(
    Type(entry),
    ValidateNested({ each: true, message: ({ property }) => `each entry of ${property} must be an object.` }),
    check(
      kindOf(`a list of at most ${max} objects`, (value) =>
        Array.isArray(value) && value.length <= max && value.every(isObject) ? value : undefined,
      ),
    ),
    // Named "type" because that is how the OpenAPI module distinguishes a function that returns a class from a class.
    ApiProperty({ type: () => entry(), isArray: true, maxItems: max }),
  );

/** An object that is checked by its own DTO, or null. */
export const IsObjectOrNull = (entry: () => new () => object) =>
  applyDecorators(
    ValidateIf((_: object, value: unknown) => value !== null),
    Type(entry),
    ValidateNested({ message: ({ property }) => `${property} must be an object or null.` }),
    check(kindOf('an object or null', (value) => (isObject(value) ? value : undefined))),
    ApiProperty({ type: () => entry(), nullable: true, required: false }),
  );

/**
 * On a DTO: members that this request must not have, because the caller would believe that they were changed. They are no
 * members of the class, so that the OpenAPI document does not have them.
 */
export const NotWritable =
  (message: string, ...members: string[]): ClassDecorator =>
  (target) => {
    for (const member of members) {
      Optional()(target.prototype as object, member);
      registerDecorator({
        name: 'notWritable',
        target,
        propertyName: member,
        options: { message },
        validator: { validate: () => false },
      });
    }
  };

const OWN_ID = kindOf('the id of the path, as text or as a number', (given) => {
  if (Number.isSafeInteger(given)) return String(given);
  return typeof given === 'string' && given.length <= 100 ? given : undefined;
});

/**
 * The id of the object in the path, which a body may repeat: published clients send back the object that they have
 * read, with ids as text or as numbers. Passed on as text; {@link assertOwnId} compares it.
 */
export const IsOwnId = () =>
  applyDecorators(Optional(), IsOf(OWN_ID, { oneOf: [{ type: 'string' }, { type: 'integer' }], required: false }));

/** Throws 422 unless the id that a body repeats is the id of the object in the path or one of its other names. */
export function assertOwnId(sent: string | undefined, id: string, ...others: string[]): void {
  if (sent === undefined || sent === id || others.includes(sent)) return;
  throw ApiError.validation([{ field: 'id', message: `id must be that of the path, "${id}"; it never changes.` }]);
}
