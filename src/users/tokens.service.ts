import { Injectable } from '@nestjs/common';
import type { CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { hashToken, newToken } from '../kernel/token.js';
import { AccountRules } from './account-rules.service.js';
import type { AccessTokenView } from './user.view.js';
import { UsersService } from './users.service.js';

/** How much of a token is shown after it was made. */
const PREFIX = 4;

/** Personal access tokens: one a user. */
@Injectable()
export class TokensService {
  constructor(
    private readonly users: UsersService,
    private readonly rules: AccountRules,
  ) {}

  /** A new token in place of the one before; shown this once. For another user it needs every permission of his. */
  async issue(id: string, caller: CallerAt): Promise<AccessTokenView> {
    const accessToken = newToken();
    await this.users.edit(id, (user) => {
      this.rules.refuseLesser(user, caller);
      return {
        set: { tokenHash: hashToken(accessToken), tokenPrefix: accessToken.slice(0, PREFIX) },
        deed: { kind: 'user.token', object: `user:${id}`, cause: causeOf(caller) },
        kinds: ['token'],
      };
    });
    return { accessToken };
  }

  async revoke(id: string, caller: CallerAt): Promise<AccessTokenView> {
    await this.users.edit(id, (user) => {
      this.rules.refuseLesser(user, caller);
      if (user.tokenHash === null) return { set: {} };
      return {
        set: { tokenHash: null, tokenPrefix: '' },
        deed: { kind: 'user.tokenRevoke', object: `user:${id}`, cause: causeOf(caller) },
        kinds: ['token'],
      };
    });
    return { accessToken: '' };
  }
}
