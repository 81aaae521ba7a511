import { withoutOverrides } from '../language/direction.js';
import { en } from '../language/en.js';
import { basePath } from './base-path.js';
import type { components, paths } from './schema.js';

export type Schema = components['schemas'];
export type Method = 'get' | 'put' | 'post' | 'delete' | 'patch';

/** The paths of the API that know a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: NonNullable<paths[P][M]> extends { responses: object } ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathWith<M>> = NonNullable<paths[P][M]>;
type JsonOf<T> = T extends { content: { 'application/json': infer Body } } ? Body : undefined;
/** What a request answers with 200. */
export type Answer<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { responses: { 200: infer Success } } ? JsonOf<Success> : undefined;
type PathParams<O> = O extends { parameters: { path: infer Params } } ? { path: Params } : { path?: undefined };
type QueryParams<O> = O extends { parameters: { query?: infer Query } } ? { query?: Query } : { query?: undefined };
type BodyOf<O> = O extends { requestBody?: infer Body }
  ? undefined extends Body
    ? { body?: JsonOf<NonNullable<Body>> }
    : { body: JsonOf<Body> }
  : { body?: undefined };
/** What a request is sent with. */
export type Sent<M extends Method, P extends PathWith<M>> = PathParams<Operation<M, P>> &
  QueryParams<Operation<M, P>> &
  BodyOf<Operation<M, P>> & { signal?: AbortSignal };
type MayBeLeftOut<T> = object extends T ? [sent?: T] : [sent: T];

/** What went wrong, in the server's sentence. */
export class ApiFailure extends Error {
  constructor(
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The server's, or UNREACHABLE, NOT_SENT, NO_ANSWER. */
    readonly code: string,
    message: string,
    /** One for each member that is wrong. */
    readonly details: readonly { readonly field: string; readonly message: string }[] = [],
  ) {
    super(message);
  }
}

/** Told when a request is refused because nobody is signed in any more. */
let onSignedOut: () => void = () => undefined;
export const whenSignedOut = (listener: () => void): void => {
  onSignedOut = listener;
};

/** To be called when a request that a page sent by itself (an upload) was answered 401. */
export const signedOut = (): void => onSignedOut();

interface Loose {
  path?: object | undefined;
  query?: object | undefined;
  body?: unknown;
  signal?: AbortSignal;
}

async function send<T>(method: Method, template: string, { path, query, body, signal }: Loose = {}): Promise<T> {
  const url = addressOf(template, path, query);
  const init: RequestInit = { method: method.toUpperCase(), credentials: 'same-origin' };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { 'Content-Type': 'application/json' };
  }
  if (method !== 'get' && !navigator.onLine) throw new ApiFailure(0, 'NOT_SENT', en.errors.notSent);
  const unanswered = (error: unknown): never => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw method === 'get'
      ? new ApiFailure(0, 'UNREACHABLE', en.errors.unreachable)
      : new ApiFailure(0, 'NO_ANSWER', en.errors.noAnswer);
  };
  const response = await fetch(url, init).catch(unanswered);
  const text = await response.text().catch(unanswered);
  if (response.status === 401 && template !== '/api/user') signedOut();
  if (!response.ok) throw failureOf(response.status, text);
  return (text === '' ? undefined : JSON.parse(isDocument(template) ? text : withoutOverrides(text))) as T;
}

/** The configuration document is handed on to a file, and has to come back as it was. */
const isDocument = (template: string): boolean => template === '/api/config/export';

/** The failure that an error body tells; also for requests that a page has to send by itself (uploads). */
export function failureOf(status: number, text: string): ApiFailure {
  try {
    const { code, message, details } = JSON.parse(withoutOverrides(text)) as Partial<Schema['Error']>;
    return new ApiFailure(status, code ?? 'UNKNOWN', message ?? en.errors.unexpected, details);
  } catch {
    return new ApiFailure(status, 'UNKNOWN', en.errors.unexpected);
  }
}

/** The address of a request: the template's parameters put in, the query appended. */
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
