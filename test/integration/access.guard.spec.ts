import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Module, Param, Post, Put, type INestApplication } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, NestFactory } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { FakeAuditLog, FakePasswords, FakeSettings, FakeUsers } from '../support/doubles/auth-doubles.js';
import { accessWith, ADMINISTRATOR } from '../support/fixtures/permissions.js';
import { VirtualClock } from '../support/time/virtual-clock.js';
import { AuditLogService } from '../../src/audit/audit-log.service.js';
import { DatabaseHealth } from '../../src/database/database-health.js';
import { PduDriver } from '../../src/hardware/pdu.driver.js';
import { PduSubjects } from '../../src/hardware/pdu-subjects.js';
import { PduModel } from '../../src/hardware/profiles/pdu-model.js';
import { SINGLE_PHASE_16 } from '../../src/hardware/profiles/single-phase-16.js';
import { RackfeedExpressAdapter } from '../../src/http/rackfeed-express.adapter.js';
import {
  AdministratorOnly,
  Allow,
  AllowOrOwn,
  AllowOutlet,
  CurrentCaller,
  Public,
  SignedIn,
  type CallerWithAddress,
} from '../../src/common/access.js';
import { ApiErrorFilter } from '../../src/common/api-error.filter.js';
import { Clock } from '../../src/common/clock.js';
import { newToken } from '../../src/common/token.js';
import { Subjects } from '../../src/kernel/subjects.js';
import { SettingsStore } from '../../src/settings/settings.store.js';
import { LockoutService } from '../../src/users/passwords/lockout.service.js';
import type { UserEntity } from '../../src/users/user.entity.js';
import { UsersService } from '../../src/users/users.service.js';
import { AccessGuard } from '../../src/auth/access.guard.js';
import { Admission } from '../../src/auth/admission.js';
import { CallerCache } from '../../src/auth/callers/caller-cache.js';
import { Revocations } from '../../src/auth/callers/revocations.js';
import { FailedSignInLog } from '../../src/auth/sign-in/failed-sign-in-log.js';
import { SessionRepository } from '../../src/auth/sessions/session.repository.js';
import { SessionService } from '../../src/auth/sessions/session.service.js';
import { SignInService } from '../../src/auth/sign-in/sign-in.service.js';
import { BasicStrategy } from '../../src/auth/strategies/basic.strategy.js';
import { BearerStrategy } from '../../src/auth/strategies/bearer.strategy.js';
import { SessionStrategy } from '../../src/auth/strategies/session.strategy.js';
import { UnknownPathModule } from '../../src/auth/unknown-path.module.js';

@Controller()
class Routes {
  @Get('page')
  @Public()
  page(): object {
    return { page: true };
  }

  @Post('enter')
  @Public()
  enter(): object {
    return {};
  }

  @Get('api/me')
  @SignedIn()
  me(@CurrentCaller() { userId, credential, address }: CallerWithAddress): object {
    return { userId, via: credential.kind, address };
  }

  @Put('api/me')
  @SignedIn()
  change(@Body() body: unknown): object {
    return { body };
  }

  @Get('api/ports')
  @Allow('viewPortInfo')
  ports(): object {
    return {};
  }

  @Get('api/users/:userId')
  @AllowOrOwn('viewUsersList')
  user(): object {
    return {};
  }

  @Get('api/outlets/:outletId')
  @AllowOutlet('viewOutlets', 'outletId')
  outlet(@Param('outletId') id: string): object {
    return { id };
  }

  @Get('api/secret')
  @AdministratorOnly()
  secret(): object {
    return {};
  }

  @Get('api/forgotten')
  forgotten(): object {
    return {};
  }
}

interface Answer {
  readonly status: number;
  readonly body: { readonly code?: string; readonly userId?: string; readonly via?: string };
  readonly headers: Headers;
}

/** An application with only the guard and its dependencies. */
class Gate {
  readonly users = new FakeUsers();
  readonly settings = new FakeSettings();
  readonly passwords = new FakePasswords({ anna: 'pass:word' });
  readonly clock = new VirtualClock();
  readonly anna: UserEntity = this.users.add(2, 'anna', accessWith({ viewOutlets: ['1-1200578'] }));
  readonly pat = newToken();
  app: INestApplication;

  async open(): Promise<this> {
    this.users.add(1, 'admin', ADMINISTRATOR);
    this.users.give(2, this.pat);
    const audit = new FakeAuditLog().service;
    const rows = {
      changed: () => undefined,
      write: (work: () => Promise<unknown>) => work(),
      load: () => Promise.resolve([]),
      follow: () => undefined,
      catchUp: () => Promise.resolve(),
      areShared: false,
    };

    @Module({
      imports: [PassportModule.register({ session: false }), UnknownPathModule],
      controllers: [Routes],
      providers: [
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_FILTER, useClass: ApiErrorFilter },
        { provide: Clock, useValue: this.clock },
        DatabaseHealth,
        { provide: UsersService, useValue: this.users },
        { provide: SettingsStore, useValue: this.settings },
        { provide: LockoutService, useValue: this.passwords },
        { provide: PduDriver, useValue: { model: new PduModel(SINGLE_PHASE_16) } },
        { provide: Subjects, useClass: PduSubjects },
        { provide: AuditLogService, useValue: audit },
        { provide: FailedSignInLog, useValue: new FailedSignInLog(audit, this.clock) },
        { provide: SessionRepository, useValue: rows },
        ...[SessionService, SignInService, Revocations, CallerCache, Admission],
        ...[SessionStrategy, BearerStrategy, BasicStrategy],
      ],
    })
    class GateModule {}

    this.app = await NestFactory.create(GateModule, new RackfeedExpressAdapter(), { logger: false });
    await this.app.listen(0, '127.0.0.1');
    return this;
  }

  async signIn(user: UserEntity = this.anna): Promise<string> {
    const origin = { address: '127.0.0.1', agent: '', byToken: false };
    return this.app.get(SessionService).open(user, origin, async () => Promise.resolve());
  }

  async ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Answer> {
    const { port } = (this.app.getHttpServer() as Server).address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text ? JSON.parse(text) : {}) as Answer['body'],
    };
  }

  get host(): string {
    return `127.0.0.1:${((this.app.getHttpServer() as Server).address() as AddressInfo).port}`;
  }
}

const basic = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

let gate: Gate;
let cookie: string;
const bearer = (): Record<string, string> => ({ authorization: `Bearer ${gate.pat}` });

beforeAll(async () => {
  gate = await new Gate().open();
  cookie = `SPID=${await gate.signIn()}`;
});
afterAll(() => gate.app.close());

describe('a request without a credential', () => {
  it('is served public pages', async () => {
    expect((await gate.ask('GET', '/page')).status).toBe(200);
  });

  it.each([
    '/api/me',
    '/api/secret',
    '/api/outlets/1',
    '/api/outlets/99',
    '/api',
    '/api/nowhere',
    '/api/nowhere/at/all',
  ])('gets 401 at %s, with a challenge that opens no browser dialog', async (path) => {
    const { status, body, headers } = await gate.ask('GET', path);
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([401, 'NOT_SIGNED_IN', 'Bearer']);
  });

  it.each([
    ['a cookie that was never given', { cookie: `SPID=${newToken()}` }],
    ['a token that was never given', { authorization: `Bearer ${newToken()}` }],
    ['a wrong password', { authorization: basic('anna', 'password') }],
    ['half a password', { authorization: basic('anna', 'word') }],
    ['a scheme that contains Basic', { authorization: basic('anna', 'pass:word').replace('Basic', 'XBasicY') }],
    ['no scheme', { authorization: 'anna' }],
    ['an empty header', { authorization: '', cookie: '' }],
  ])('is also one with %s', async (_, headers) => {
    expect((await gate.ask('GET', '/api/me', headers)).status).toBe(401);
  });

  it('is also one with a token in the address or the body', async () => {
    expect((await gate.ask('GET', `/api/me?access_token=${gate.pat}`)).status).toBe(401);
    expect((await gate.ask('PUT', '/api/me', {}, JSON.stringify({ access_token: gate.pat }))).status).toBe(401);
  });

  it('is also one with a session token in place of a personal access token, and the reverse', async () => {
    expect((await gate.ask('GET', '/api/me', { authorization: `Bearer ${cookie.slice(5)}` })).status).toBe(401);
    expect((await gate.ask('GET', '/api/me', { cookie: `SPID=${gate.pat}` })).status).toBe(401);
  });

  it('gets the same answer for a method that the path does not have', async () => {
    expect((await gate.ask('DELETE', '/api/me')).status).toBe(401);
    expect((await gate.ask('OPTIONS', '/api/me')).status).toBe(401);
  });
});

describe('anna', () => {
  it.each([
    ['her session', () => ({ cookie }), 'session'],
    ['her token', bearer, 'token'],
    ['her token, the scheme in capitals', () => ({ authorization: `BEARER ${gate.pat}` }), 'token'],
    ['her password', () => ({ authorization: basic('anna', 'pass:word') }), 'basic'],
    ['a good cookie after a stale one', () => ({ cookie: `SPID=${newToken()}; ${cookie}` }), 'session'],
    ['a good cookie beside a stale token', () => ({ cookie, authorization: `Bearer ${newToken()}` }), 'session'],
    ['a good cookie beside a wrong password', () => ({ cookie, authorization: basic('anna', 'wrong') }), 'session'],
    ['a good token beside a stale cookie', () => ({ cookie: `SPID=${newToken()}`, ...bearer() }), 'token'],
    [
      'a good password beside a stale cookie',
      () => ({ cookie: 'SPID=x', authorization: basic('anna', 'pass:word') }),
      'basic',
    ],
    ['a good token with another one in the address', bearer, 'token'],
  ])('is authenticated by %s', async (_, headers, via) => {
    const { status, body } = await gate.ask('GET', `/api/me?access_token=${newToken()}`, headers());
    expect([status, body]).toEqual([200, { userId: '2', via, address: '127.0.0.1' }]);
  });

  it('is authenticated by a token that is new, even if the cookie beside it is known', async () => {
    expect((await gate.ask('GET', '/api/me', { cookie })).body.via).toBe('session');
    const pat = newToken();
    gate.users.give(1, pat);
    const { body } = await gate.ask('GET', '/api/me', { cookie, authorization: `Bearer ${pat}` });
    expect([body.userId, body.via]).toEqual(['1', 'token']);
    expect((await gate.ask('GET', '/api/me', { cookie })).body.userId).toBe('2');
  });

  it('is not authenticated by password while Basic is off', async () => {
    gate.settings.set('webApiPasswordEnabled', false);
    expect((await gate.ask('GET', '/api/me', { authorization: basic('anna', 'pass:word') })).status).toBe(401);
    gate.settings.set('webApiPasswordEnabled', true);
  });

  it('gets 404 for an unknown path', async () => {
    const { status, body } = await gate.ask('GET', '/api/nowhere', bearer());
    expect([status, body.code]).toEqual([404, 'PATH_UNKNOWN']);
    expect((await gate.ask('DELETE', '/api/me', bearer())).status).toBe(404);
    expect((await gate.ask('GET', '/nowhere')).status).toBe(404);
  });

  it.each([
    ['/api/ports', 403, 'NOT_ALLOWED'],
    ['/api/secret', 403, 'ADMINISTRATOR_ONLY'],
    ['/api/users/1', 403, 'NOT_ALLOWED'],
    ['/api/users/2', 200, undefined],
    ['/api/outlets/1', 200, undefined],
    ['/api/outlets/1-1200578', 200, undefined],
    ['/api/outlets/2', 403, 'OUTLET_NOT_ALLOWED'],
    ['/api/outlets/99', 403, 'OUTLET_NOT_ALLOWED'],
    ['/api/forgotten', 403, 'ROUTE_WITHOUT_ACCESS_RULE'],
  ])('gets at %s the answer for her role: %s', async (path, status, code) => {
    const answer = await gate.ask('GET', path, bearer());
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('has her new role from the next request on', async () => {
    gate.users.giveRole(2, ADMINISTRATOR);
    expect((await gate.ask('GET', '/api/secret', { cookie })).status).toBe(200);
    gate.users.giveRole(2, accessWith());
    expect((await gate.ask('GET', '/api/secret', { cookie })).status).toBe(403);
  });
});

describe('a route without an access decorator', () => {
  it('refuses everybody, including administrators', async () => {
    const admin = `SPID=${await gate.signIn({ id: 1 } as UserEntity)}`;
    expect((await gate.ask('GET', '/api/forgotten', { cookie: admin })).status).toBe(403);
    expect((await gate.ask('GET', '/api/secret', { cookie: admin })).status).toBe(200);
  });
});

describe('a page of another site', () => {
  const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };

  it('changes nothing with the cookie or the Basic pair that the browser adds', async () => {
    const browsers: Record<string, string>[] = [{ cookie }, { authorization: basic('anna', 'pass:word') }];
    for (const headers of browsers) {
      const { status, body } = await gate.ask('PUT', '/api/me', { ...headers, ...foreign }, '{}');
      expect([status, body.code]).toEqual([403, 'FOREIGN_ORIGIN']);
    }
  });

  it('may read as far as the browser allows', async () => {
    expect((await gate.ask('GET', '/api/me', { cookie, ...foreign })).status).toBe(200);
  });

  it('does not sign anybody in', async () => {
    expect((await gate.ask('POST', '/enter', { origin: 'null' })).body.code).toBe('FOREIGN_ORIGIN');
    expect((await gate.ask('POST', '/enter', { origin: `http://${gate.host}` })).status).toBe(201);
    expect((await gate.ask('POST', '/enter', { origin: 'http://evil.example', ...bearer() })).status).toBe(201);
  });

  it('gets 401 first when nobody is signed in', async () => {
    expect((await gate.ask('PUT', '/api/me', foreign, '{}')).status).toBe(401);
  });

  it('is not checked for a token, which no browser adds', async () => {
    expect((await gate.ask('PUT', '/api/me', { cookie, ...bearer(), ...foreign }, '{}')).status).toBe(200);
  });

  it('does not include our own page', async () => {
    expect((await gate.ask('PUT', '/api/me', { cookie, origin: `http://${gate.host}` }, '{}')).status).toBe(200);
    expect((await gate.ask('PUT', '/api/me', { cookie }, '{}')).status).toBe(200);
  });
});

describe('two controllers in one process', () => {
  it('do not share their sessions', async () => {
    const other = await new Gate().open();
    expect((await gate.ask('GET', '/api/me', bearer())).status).toBe(200);
    expect((await other.ask('GET', '/api/me', bearer())).status).toBe(401);
    expect((await other.ask('GET', '/api/me', { cookie })).status).toBe(401);
    await other.app.close();
    expect((await gate.ask('GET', '/api/me', { cookie })).status).toBe(200);
  });
});
