import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DatabaseHealth } from '../database/database-health.js';
import { addressOf, CurrentCaller, isSecure, Public, SignedIn, type CallerWithAddress } from '../common/access.js';
import { bodyObject } from '../common/body.js';
import { ApiError } from '../common/errors.js';
import { UserView } from '../users/user.view.js';
import { bearerToken, type NameAndPassword } from './strategies/authorization.js';
import { NO_COOKIE, sessionCookie } from './strategies/cookie.js';
import { printable } from '../common/text.js';
import { SignInDto } from './sign-in.dto.js';
import { OwnSessionsService } from './sessions/own-sessions.service.js';
import type { SignInOrigin } from './sessions/session.service.js';
import { SignInService } from './sign-in/sign-in.service.js';

const LONGEST_AGENT = 200;

@ApiTags('sign-in')
@Controller()
export class LoginController {
  constructor(
    private readonly signIns: SignInService,
    private readonly own: OwnSessionsService,
    private readonly database: DatabaseHealth,
  ) {}

  /**
   * Opens a session. The header Token and the cookie SPID carry its token. Without a body: for the owner of a bearer
   * token.
   */
  @Post(['login', 'api/login'])
  @HttpCode(200)
  @Public()
  @ApiBody({ type: SignInDto, required: false })
  @ApiOkResponse({ type: UserView })
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<UserView> {
    const { token, user } = await this.#signIn(request);
    // Written by hand: the framework would write "Path=/", and some clients compare the text.
    response.setHeader('Set-Cookie', sessionCookie(token, isSecure(request)));
    response.setHeader('Token', token);
    return user;
  }

  /** Ends the session whose cookie the request carries. */
  @Post('api/logout')
  @HttpCode(200)
  @SignedIn()
  async signOut(
    @CurrentCaller() caller: CallerWithAddress,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    await this.own.signOut(caller);
    response.setHeader('Set-Cookie', NO_COOKIE);
    return {};
  }

  #signIn(request: Request) {
    if (this.database.isSafeMode) throw new ApiError('DATABASE_LOST');
    const token = bearerToken(request.headers.authorization);
    if (request.body === undefined && token) return this.signIns.withToken(token, originOf(request));
    return this.signIns.withPassword(nameAndPassword(request.body), originOf(request));
  }
}

function nameAndPassword(body: unknown): NameAndPassword {
  const { username, password } = bodyObject(body);
  if (typeof username !== 'string' || typeof password !== 'string') throw new ApiError('SIGN_IN_FAILED');
  if (username === '' || password === '') throw new ApiError('SIGN_IN_FAILED');
  return { name: username, password };
}

const originOf = (request: Request): SignInOrigin => ({
  address: addressOf(request),
  agent: printable(request.headers['user-agent'] ?? '', LONGEST_AGENT),
  byToken: false,
});
