import { basePath } from './base-path.js';
import { readLimit } from './read-limit.js';

/** The path of the first request: who is signed in. */
const PATH = '/api/user';
/** Until it is answered there is no page; ms. */
const LIMIT = 8_000;

const isForUser = (method: string, path: string): boolean => method === 'get' && path === PATH;

/** The time limit of a read, where it is not the usual one; ms. */
export const limitOf = (path: string): number | undefined => (path === PATH ? LIMIT : undefined);

let answer: Promise<Response> | undefined;

/** Sends the request for the user while the scripts that wait for it are still on their way. */
export function askForUser(): void {
  answer = fetch(basePath + PATH, { credentials: 'same-origin', signal: readLimit(undefined, LIMIT).signal });
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
