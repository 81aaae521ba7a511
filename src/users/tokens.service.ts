import { Injectable } from '@nestjs/common';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { hashToken, newToken } from '../common/token.js';
import { AccountRulesService } from './accounts/account-rules.service.js';
import type { AccessTokenView } from './user.view.js';
import { UsersService } from './users.service.js';

/** Number of a token's characters that are shown after its creation. */
const PREFIX = 4;

/** Personal access tokens, at most one for each user. */
@Injectable()
export class TokensService {
  constructor(
    private readonly users: UsersService,
    private readonly rules: AccountRulesService,
  ) {}

  /**
   * Creates a token, which replaces the previous one and is shown only once. For another user needs all their
   * permissions.
   */
  async issue(id: string, caller: CallerWithAddress): Promise<AccessTokenView> {
    const accessToken = newToken();
    await this.users.edit(id, (user) => {
      this.rules.refuseUnlessCovered(user, caller);
      return {
        set: { tokenHash: hashToken(accessToken), tokenPrefix: accessToken.slice(0, PREFIX) },
        auditRecord: { kind: 'user.token', object: `user:${id}`, cause: causeOf(caller) },
        kinds: ['token'],
      };
    });
    return { accessToken };
  }

  async revoke(id: string, caller: CallerWithAddress): Promise<AccessTokenView> {
    await this.users.edit(id, (user) => {
      this.rules.refuseUnlessCovered(user, caller);
      if (user.tokenHash === null) return { set: {} };
      return {
        set: { tokenHash: null, tokenPrefix: '' },
        auditRecord: { kind: 'user.tokenRevoke', object: `user:${id}`, cause: causeOf(caller) },
        kinds: ['token'],
      };
    });
    return { accessToken: '' };
  }
}
