import { basePath } from './base-path.js';

/** The path of the first request: who is signed in. */
const PATH = '/api/user';
/** A network that loses every packet refuses nothing: without a limit a page would stay empty for minutes. ms */
const LIMIT = 8_000;

const isForUser = (method: string, path: string): boolean => method === 'get' && path === PATH;

/** Ends a request for the user that gets no answer; undefined for every other request. */
export const limitOf = (method: string, path: string): AbortSignal | undefined =>
  isForUser(method, path) ? userLimit() : undefined;

function userLimit(): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('There was no answer in time.', 'TimeoutError')), LIMIT);
  return limit.signal;
}

let answer: Promise<Response> | undefined;

/** Sends the request for the user while the scripts that wait for it are still on their way. */
export function askForUser(): void {
  answer = fetch(basePath + PATH, { credentials: 'same-origin', signal: userLimit() });
  answer.catch(() => undefined); // who takes it sees that it has failed
}

/** True once it is known that somebody is signed in. Never rejects. */
export async function isSomebodySignedIn(): Promise<boolean> {
  const response = await answer?.catch(() => undefined);
  return response?.ok === true;
}

/** The answer to the first request, which can be taken once. */
export function takeFirst(method: string, path: string): Promise<Response> | undefined {
  if (!isForUser(method, path)) return undefined;
  const taken = answer;
  answer = undefined;
  return taken;
}
