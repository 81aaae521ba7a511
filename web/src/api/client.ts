import { withoutOverrides } from '../language/direction.js';
import { words } from '../language/words.js';
import type { Failure } from '../translation/translation.js';
import { translatedAnswer, translatedFailure } from '../translation/translate.js';
import { basePath } from './base-path.js';
import { accessToken } from './credential.js';
import { limitOf, takeFirst } from './first-request.js';
import type { components as HubComponents, paths as HubPaths } from './hub-schema.d.js';
import { readLimit } from './read-limit.js';
import type { components, paths as ControllerPaths } from './schema.d.js';

export type Schema = components['schemas'];
/** The schemas of the paths that only a hub has. */
export type HubSchema = HubComponents['schemas'];
type paths = ControllerPaths & HubPaths;
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** The paths of the API that support a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: NonNullable<paths[P][M]> extends { responses: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathWith<M>> = NonNullable<paths[P][M]>;
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
/** The body of a response with status 200. */
export type Answer<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { responses: { 200: infer Success } | { 202: infer Success } } ? JsonOf<Success> : undefined;
type PathParams<O> = O extends { parameters: { path: infer Params } } ? { path: Params } : { path?: undefined };
type QueryParams<O> = O extends { parameters: { query?: infer Query } } ? { query?: Query } : { query?: undefined };
type BodyOf<O> = O extends { requestBody?: infer Body }
  ? undefined extends Body
    ? { body?: JsonOf<NonNullable<Body>> }
    : { body: JsonOf<Body> }
  : { body?: undefined };
/** The parameters and the body of a request. */
export type Sent<M extends Method, P extends PathWith<M>> = PathParams<Operation<M, P>> &
  QueryParams<Operation<M, P>> &
  BodyOf<Operation<M, P>> & { signal?: AbortSignal; headers?: Readonly<Record<string, string>> };
type MayBeLeftOut<T> = object extends T ? [sent?: T] : [sent: T];

/** A failed request, with the server's message in the language of the user, where that has one for its code. */
export class ApiFailure extends Error {
  constructor(
    /** The HTTP status; 0 if there was no response. */
    readonly status: number,
    /** The code of the server, or UNREACHABLE, TIMEOUT, NOT_SENT, NO_ANSWER. */
    readonly code: string,
    message: string,
    /** One entry for each member that is wrong. */
    readonly details: readonly { readonly field: string; readonly message: string }[] = [],
    /** True if the message is English, whatever the language of the page is. */
    readonly isEnglish = false,
  ) {
    super(message);
  }
}

/** Called when a request is refused because the session has ended. */
let onSignedOut: () => void = () => undefined;
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** Reports a response 401 to a request that a page has sent without {@link api}, such as an upload. */
export const signedOut = (): void => onSignedOut();

interface Loose {
  path?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  signal?: AbortSignal;
  headers?: Readonly<Record<string, string>>;
}

async function send<T>(
  method: Method,
  template: string,
  { path, query, body, signal, headers: more = {} }: Loose = {},
): Promise<T> {
  const url = addressOf(template, path, query);
  const token = accessToken();
  const headers = new Headers({ ...more, ...(token !== undefined && { Authorization: `Bearer ${token}` }) });
  // With a token the cookie of another session stays out of it.
  const credentials = token === undefined ? 'same-origin' : 'omit';
  const init: RequestInit = { method: method.toUpperCase(), credentials, headers };
  const limit = method === 'get' && !isDocument(template) ? readLimit(signal, limitOf(template)) : undefined;
  const end = limit?.signal ?? signal;
  if (end) init.signal = end;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    headers.set('Content-Type', 'application/json');
  }
  if (method !== 'get' && !navigator.onLine) throw new ApiFailure(0, 'NOT_SENT', words.errors.notSent);
  const unanswered = (error: unknown): never => {
    limit?.stop();
    const reason: unknown = end?.aborted ? end.reason : error; // a body that is cut off may not say why
    const isTimeout = reason instanceof DOMException && reason.name === 'TimeoutError';
    if (reason instanceof DOMException && reason.name === 'AbortError') throw reason;
    throw method === 'get'
      ? new ApiFailure(0, isTimeout ? 'TIMEOUT' : 'UNREACHABLE', words.errors.unreachable)
      : new ApiFailure(0, 'NO_ANSWER', words.errors.noAnswer);
  };
  const response = await (takeFirst(method, template) ?? fetch(url, init)).catch(unanswered);
  const text = await response.text().catch(unanswered);
  limit?.stop();
  if (response.status === 401 && template !== '/api/user') signedOut();
  if (!response.ok) throw await failureOf(response.status, text);
  if (text === '') return undefined as T;
  return translatedAnswer(method, template, JSON.parse(isDocument(template) ? text : withoutOverrides(text)) as T);
}

/** The configuration document is saved to a file and must not be changed. */
const isDocument = (template: string): boolean => template === '/api/config/export';

/**
 * The failure described by an error response; also for requests that a page sends without {@link api}, such as uploads.
 */
export async function failureOf(status: number, text: string): Promise<ApiFailure> {
  const given = errorIn(text);
  if (!given) return new ApiFailure(status, 'UNKNOWN', words.errors.unexpected);
  // The server's sentence is for programs: it names the credentials that they may send.
  if (given.code === 'NOT_SIGNED_IN') return new ApiFailure(status, given.code, words.errors.sessionEnded);
  const { code, message, details } = (await translatedFailure(given)) ?? given;
  return new ApiFailure(status, code, message, details, message === given.message);
}

function errorIn(text: string): Failure | undefined {
  try {
    const { code = 'UNKNOWN', message, details = [] } = JSON.parse(withoutOverrides(text)) as Partial<Schema['Error']>;
    return message === undefined ? undefined : { code, message, details };
  } catch {
    return undefined;
  }
}

/** The address of a request: the template with its parameters, and the query. */
export function addressOf(template: string, path: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(path).map(([name, value]) => [name, encodeURIComponent(String(value))]));
  const address = basePath + template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? address : `${address}?${search}`;
}

const verb =
  <M extends Method>(method: M) =>
  <P extends PathWith<M>>(path: P, ...[sent]: MayBeLeftOut<Sent<M, P>>): Promise<Answer<M, P>> =>
    send(method, path, sent as Loose | undefined);

/** One function for each verb: `api.put('/api/outlets/{outletId}', { path: { outletId }, body: { state: 'OFF' } })`. */
export const api = {
  get: verb('get'),
  put: verb('put'),
  post: verb('post'),
  delete: verb('delete'),
  patch: verb('patch'),
};
