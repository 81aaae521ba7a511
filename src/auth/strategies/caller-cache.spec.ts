import { beforeEach, describe, expect, it } from '@jest/globals';
import { ADMINISTRATOR } from '../../../test/support/fixtures/permissions.js';
import type { Caller, Credential } from '../../common/access.js';
import type { SessionService } from '../sessions/session.service.js';
import type { TokenAuthenticator } from './token-authenticator.js';
import { CallerCache } from './caller-cache.js';

const caller = (credential: Credential): Caller => ({
  userId: '1',
  username: 'admin',
  access: ADMINISTRATOR,
  credential,
});

describe('a credential that was valid before', () => {
  const alive = new Set<string>();
  const resumed: string[] = [];
  let recognised: CallerCache;

  beforeEach(() => {
    alive.clear();
    resumed.length = 0;
    const session = caller({ kind: 'session', id: 's1' });
    const sessions: Pick<SessionService, 'resume'> = {
      resume: (id) => {
        resumed.push(id);
        return alive.has(id) ? session : undefined;
      },
    };
    const tokens: Pick<TokenAuthenticator, 'isAlive'> = { isAlive: ({ credential }) => alive.has(credential.kind) };
    recognised = new CallerCache(sessions as SessionService, tokens as TokenAuthenticator);
  });

  it('is recognised by its headers and extends its session', () => {
    const seen = caller({ kind: 'session', id: 's1' });
    alive.add('s1');
    recognised.remember({ cookie: 'SPID=a' }, seen);
    expect(recognised.find({ cookie: 'SPID=a' })).toBe(seen);
    expect(recognised.find({ cookie: 'SPID=b' })).toBeUndefined();
    expect(recognised.find({ authorization: 'SPID=a' })).toBeUndefined();
    expect(resumed).toEqual(['s1']);
  });

  it('is refused from the moment its session or token has ended', () => {
    alive.add('s1').add('token');
    recognised.remember({ cookie: 'SPID=a' }, caller({ kind: 'session', id: 's1' }));
    recognised.remember({ authorization: 'Bearer b' }, caller({ kind: 'token' }));
    alive.clear();
    expect(recognised.find({ cookie: 'SPID=a' })).toBeUndefined();
    expect(recognised.find({ authorization: 'Bearer b' })).toBeUndefined();
    alive.add('s1');
    expect(recognised.find({ cookie: 'SPID=a' })).toBeUndefined();
  });

  it('is never a Basic pair, which is checked by its own cache', () => {
    recognised.remember({ authorization: 'Basic YTpi' }, caller({ kind: 'basic' }));
    alive.add('basic');
    expect(recognised.find({ authorization: 'Basic YTpi' })).toBeUndefined();
  });

  it('is forgotten under a flood of others', () => {
    alive.add('s1');
    recognised.remember({ cookie: 'SPID=a' }, caller({ kind: 'session', id: 's1' }));
    for (let other = 0; other < 1000; other++) {
      recognised.remember({ cookie: `SPID=a; n=${other}` }, caller({ kind: 'session', id: 's1' }));
    }
    expect(recognised.find({ cookie: 'SPID=a' })).toBeUndefined();
    expect(recognised.find({ cookie: 'SPID=a; n=999' })).toBeDefined();
  });
});
