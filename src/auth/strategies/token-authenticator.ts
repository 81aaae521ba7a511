import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { UsersService } from '../../users/users.service.js';
import { endsAllCredentials } from '../../users/accounts/user-edit.js';
import { ActiveCaller } from './active-caller.js';

/** Identifies callers by personal access token. */
@Injectable()
export class TokenAuthenticator {
  readonly #byUser = new Map<string, ActiveCaller>();

  constructor(private readonly users: UsersService) {
    users.onChange((change) => {
      if (change.kind !== 'token' && !endsAllCredentials(change)) return;
      this.#byUser.get(change.userId)?.end();
      this.#byUser.delete(change.userId);
    });
  }

  /** The caller; undefined for text that is not a token, an unknown token, and that of a disabled or locked user. */
  of(token: string): Caller | undefined {
    const user = this.users.byToken(token);
    if (!user) return undefined;
    const userId = String(user.id);
    const known = this.#byUser.get(userId) ?? new ActiveCaller(this.users, userId, { kind: 'token' });
    this.#byUser.set(userId, known);
    return known.current;
  }

  /** False once the caller's token was replaced or withdrawn. */
  isAlive(caller: Caller): boolean {
    const known = this.#byUser.get(caller.userId);
    return known?.credential === caller.credential && known.current !== undefined;
  }
}
