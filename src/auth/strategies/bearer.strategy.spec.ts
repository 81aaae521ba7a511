import { describe, expect, it } from '@jest/globals';
import passport from 'passport';
import type { Caller } from '../../common/access.js';
import type { CallerCache } from '../callers/caller-cache.js';
import type { OfferedToken } from './authorization.js';
import { BearerStrategy } from './bearer.strategy.js';

const CALLER = { userId: '7' } as Caller;
const TOKEN = 'a'.repeat(43);

/** Runs the strategy in Passport; returns the result and the tokens that were checked. */
async function attempt(request: { headers?: object; query?: object; body?: object }) {
  const asked: string[] = [];
  const callers = {
    ofTokens: ([{ kind, token }]: [OfferedToken]) => {
      asked.push(token);
      return kind === 'token' && token === TOKEN ? CALLER : undefined;
    },
  } as object as CallerCache;
  const own = new passport.Passport();
  own.use('bearer', new BearerStrategy() as passport.Strategy);
  const result = await new Promise((resolve) => {
    const ended = (error: unknown, caller: unknown): void => resolve(error ?? caller);
    const handler = own.authenticate('bearer', { session: false, callers } as object, ended) as (
      ...call: unknown[]
    ) => void;
    handler({ headers: {}, query: {}, body: {}, ...request }, {}, resolve);
  });
  return { result, asked };
}

describe('the access token through passport-http-bearer', () => {
  it('gives the owner of the token', async () => {
    expect(await attempt({ headers: { authorization: `Bearer ${TOKEN}` } })).toEqual({
      result: CALLER,
      asked: [TOKEN],
    });
  });

  it('gives nobody for another token', async () => {
    expect((await attempt({ headers: { authorization: 'Bearer xyz' } })).result).toBe(false);
  });

  it.each([
    ['the query', { query: { access_token: TOKEN } }],
    ['the body', { body: { access_token: TOKEN } }],
    ['nowhere', {}],
  ])('is not taken from %s', async (_, request) => {
    expect(await attempt(request)).toEqual({ result: false, asked: [] });
  });

  it('in the header counts, whatever the query has', async () => {
    const request = { headers: { authorization: `Bearer ${TOKEN}` }, query: { access_token: 'xyz' } };
    expect(await attempt(request)).toEqual({ result: CALLER, asked: [TOKEN] });
  });
});
