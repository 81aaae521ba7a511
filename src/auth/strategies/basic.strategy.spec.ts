import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import passport from 'passport';
import type { Caller } from '../../common/access.js';
import type { CallerCache } from '../callers/caller-cache.js';
import { BasicStrategy } from './basic.strategy.js';

const CALLER = { userId: '7' } as Caller;
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

/** Runs the strategy in Passport; returns the result and the pair that was checked. */
async function attempt(authorization: string | undefined, answer: Caller | null | Error = CALLER) {
  const asked: string[] = [];
  const callers = {
    ofPassword: async ({ name, password }: { name: string; password: string }) => {
      asked.push(`${name} ${password}`);
      if (answer instanceof Error) throw answer;
      return answer ?? undefined;
    },
  } as object as CallerCache;
  const own = new passport.Passport();
  own.use('basic', new BasicStrategy() as passport.Strategy);
  const request = { headers: { authorization }, socket: {} } as object as Request;
  const result = await new Promise((resolve) => {
    const ended = (error: unknown, caller: unknown): void => resolve(error ?? caller);
    const handler = own.authenticate('basic', { session: false, callers } as object, ended) as (
      ...call: unknown[]
    ) => void;
    handler(request, {}, resolve);
  });
  return { result, asked };
}

describe('HTTP Basic through passport-http', () => {
  it('gives the caller of a good pair', async () => {
    expect(await attempt(basic('ada:secret'))).toEqual({ result: CALLER, asked: ['ada secret'] });
  });

  it('accepts a password with colons', async () => {
    expect((await attempt(basic('ada:a:b:'))).asked).toEqual(['ada a:b:']);
  });

  it('gives nobody for a wrong pair', async () => {
    expect((await attempt(basic('ada:wrong'), null)).result).toBe(false);
  });

  it('passes on a failure of the check as an error', async () => {
    const failure = new Error('The storage fails.');
    expect((await attempt(basic('ada:secret'), failure)).result).toBe(failure);
  });

  it.each([
    ['no header', undefined],
    ['another scheme', 'Bearer abc'],
    ['a scheme that only contains the word', `Nonbasic ${basic('ada:secret').slice(6)}`],
    ['no colon', basic('ada')],
    ['no base64', 'Basic §§§'],
  ])('checks nothing for %s', async (_, header) => {
    expect(await attempt(header)).toEqual({ result: false, asked: [] });
  });
});
