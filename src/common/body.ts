import { ValidationPipe, type ArgumentMetadata, type PipeTransform, type ValidationError } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { raw, type Request, type Response } from 'express';
import { ApiError, type ApiErrorCode, type ErrorDetail } from './errors.js';
import { parseInSlices } from './json-in-slices.js';
import { mapInSlices } from './time-slices.js';

const LIMIT = 64 * 1024;
const MAX_DEPTH = 20;

/** Replaces a body that cannot be used in `request.body` until the route's own guards have run: 404 comes first. */
export class UnusableBody {
  constructor(readonly code: ApiErrorCode) {}
}

/** A body that may be larger than others: the number of bytes, and the error for more. */
export interface LargeBody {
  readonly limit: number;
  readonly tooLarge: ApiErrorCode;
}

const readRaw = raw({ type: () => true, limit: LIMIT, inflate: false });

/**
 * Reads every body as JSON, whatever its Content-Type, as published clients send none. Called once it is known that
 * the sender may send it. Never throws: a body that cannot be used becomes an {@link UnusableBody}. Returns undefined
 * where there is nothing to read.
 */
export function readBody(request: Request, response: Response): Promise<void> | undefined {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return undefined; // most requests: nothing to read
  return new Promise((resolve) => {
    readRaw(request, response, (error: unknown) => {
      request.body = error ? new UnusableBody(codeOf(error)) : parseBody(request.body);
      resolve();
    });
  });
}

/** Like {@link readBody}, up to a size of its own. Never throws. */
export async function readLargeBody(
  request: Request,
  response: Response,
  { limit, tooLarge }: LargeBody,
): Promise<void> {
  const readLarge = raw({ type: () => true, limit, inflate: false });
  const error = await new Promise<unknown>((resolve) => readLarge(request, response, resolve));
  const code = error ? codeOf(error) : undefined;
  const refused = code && new UnusableBody(code === 'BODY_TOO_LARGE' ? tooLarge : code);
  request.body = refused ?? (await parseLargeBody(request.body));
}

/** Like {@link parseBody}, in slices. */
export async function parseLargeBody(body: unknown): Promise<unknown> {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  try {
    return await parseInSlices(body, (text, level) => {
      if (level === 0 && text.trim() === '') return undefined;
      const value = parsed(text);
      if (isDeeperThan(value, MAX_DEPTH - level)) throw new ApiError('BODY_TOO_DEEP');
      return value;
    });
  } catch (error) {
    return new UnusableBody(error instanceof ApiError ? error.code : 'BODY_NOT_JSON');
  }
}

function codeOf(error: unknown): ApiErrorCode {
  const { status, type } = error as { status?: number; type?: string };
  if (status === 413) return 'BODY_TOO_LARGE';
  return type === 'encoding.unsupported' ? 'BODY_ENCODED' : 'BODY_INCOMPLETE';
}

/** Parses the bytes of a body; an empty body is `undefined`. */
export function parseBody(body: unknown): unknown {
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    if (text.trim() === '') return undefined;
    const value = parsed(text);
    return isDeeperThan(value, MAX_DEPTH) ? new UnusableBody('BODY_TOO_DEEP') : value;
  } catch {
    return new UnusableBody('BODY_NOT_JSON');
  }
}

const parsed = (text: string): unknown =>
  text.includes('__proto__') ? JSON.parse(text, withoutPrototype) : JSON.parse(text);

const withoutPrototype = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

export type JsonObject = Record<string, unknown>;

/** The body as an object; a missing body is the empty object. Throws the error of an unusable one. */
export function bodyObject(body: unknown): JsonObject {
  if (body instanceof UnusableBody) throw new ApiError(body.code);
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('BODY_NOT_OBJECT');
  return body as JsonObject;
}

/** The body as a list. Throws the error of an unusable one. */
function bodyList(body: unknown): unknown[] {
  if (body instanceof UnusableBody) throw new ApiError(body.code);
  if (!Array.isArray(body)) throw new ApiError('BODY_NOT_LIST');
  return body as unknown[];
}

const AT_LEAST_ONE = Symbol('rackfeed:at-least-one');

/** On a DTO: a body without any of its writable members is refused; unknown members do not count. */
export const AtLeastOneMember =
  (...members: string[]): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(AT_LEAST_ONE, members, target);

/**
 * Validates each body and each query against its DTO: drops unknown members and names every invalid member in a 422. An
 * empty parameter of a query counts as absent.
 */
export class DtoPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      exceptionFactory: refusalOf,
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (metadata.type === 'query' && metadata.data === undefined) {
      const given = Object.entries(value as object).filter(([, parameter]) => parameter !== '');
      return super.transform(Object.fromEntries(given), metadata);
    }
    if (metadata.type !== 'body') return value;
    if (metadata.metatype === Array) return bodyList(value);
    const object = bodyObject(value);
    const members = metadata.metatype && (Reflect.getMetadata(AT_LEAST_ONE, metadata.metatype) as string[] | undefined);
    if (members && !members.some((member) => object[member] !== undefined)) {
      throw new ApiError('NOTHING_TO_CHANGE', members.join(', '));
    }
    const { metatype } = metadata;
    if (!metatype || !this.toValidate(metadata) || !isFlat(object)) return super.transform(object, metadata);
    const dto = plainToInstance(metatype as new () => object, object);
    const errors = await validate(dto, { whitelist: true, forbidUnknownValues: false });
    if (errors.length > 0) throw refusalOf(errors);
    return dto;
  }
}

/** Validates each entry of a body that is a list, of 1 to `max` objects; details name the place of the entry. */
export class ListPipe<T extends object> implements PipeTransform<unknown[], Promise<T[]>> {
  readonly #entryPipe = new DtoPipe();

  constructor(
    private readonly entry: new () => T,
    private readonly max: number,
  ) {}

  async transform(list: unknown[]): Promise<T[]> {
    if (list.length === 0 || list.length > this.max) {
      throw ApiError.validation([{ field: '', message: `The body must be a list of 1 to ${this.max} objects.` }]);
    }
    const details: ErrorDetail[] = [];
    const entries = await mapInSlices(list, (each, place) => this.#checked(each, place, details));
    if (details.length > 0) throw ApiError.validation(details);
    return entries.filter((each) => each !== undefined);
  }

  async #checked(given: unknown, place: number, details: ErrorDetail[]): Promise<T | undefined> {
    try {
      return (await this.#entryPipe.transform(given, { type: 'body', metatype: this.entry })) as T;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const isNoObject = error.code === 'BODY_NOT_OBJECT';
      const own = error.details ?? [
        { field: '', message: isNoObject ? 'Each entry must be an object.' : error.message },
      ];
      details.push(
        ...own.map(({ field, message }) => ({ field: field ? `${place}.${field}` : String(place), message })),
      );
      return undefined;
    }
  }
}

const refusalOf = (errors: ValidationError[]): ApiError => ApiError.validation(errors.flatMap(detailsOf));

const pipe = new DtoPipe();

/** The members of a command of another protocol as the body of the request that does the same, checked in the same way. */
export const bodyOf = async <T extends object>(
  dto: new () => T,
  members: Readonly<Record<string, unknown>>,
): Promise<T> => (await pipe.transform({ ...members }, { type: 'body', metatype: dto })) as T;

/** True for a body like that of most commands, for which the pipe needs no precautions against what is nested in it. */
const isFlat = (body: JsonObject): boolean =>
  !Object.hasOwn(body, 'constructor') &&
  Object.values(body).every((member) => typeof member !== 'object' || member === null);

/** The details of every invalid member of a body, with its path. */
export function detailsOf(error: ValidationError): ErrorDetail[] {
  const sentences = Object.values(error.constraints ?? {}).map((text) => inOwnWords(text, error.property));
  const own = [...new Set(sentences)].map((message) => ({ field: error.property, message }));
  const nested = (error.children ?? [])
    .flatMap(detailsOf)
    .map((detail) => ({ ...detail, field: `${error.property}.${detail.field}` }));
  return [...own, ...nested];
}

/** The sentence in place of one that the library has for members without a text of ours. */
function inOwnWords(text: string, property: string): string {
  if (text.startsWith('nested property ')) return `${property} must be an object.`;
  return text === `property ${property} should not exist` ? `${property} is not known here.` : text;
}
