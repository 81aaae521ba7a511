import { Injectable } from '@nestjs/common';
import { endsAllCredentials, type UserChange } from '../../users/accounts/user-edit.js';
import { UsersService } from '../../users/users.service.js';

const REVOCABLE = ['password', 'token'] as const;
type Revocable = (typeof REVOCABLE)[number];

/**
 * Counts how often the password and the personal access token of each user have ended, so that what was accepted before
 * the last time stays refused: also if a lock is undone, or while the password was still being checked.
 */
@Injectable()
export class Revocations {
  readonly #counts = new Map<string, number>();

  constructor(users: UsersService) {
    users.onUserChange((change) => this.#count(change));
  }

  /** Returns a function that is true until the password or token of this user ends the next time. */
  watch(credential: Revocable, userId: string | number): () => boolean {
    const key = `${credential} ${userId}`;
    const count = this.#counts.get(key);
    return () => this.#counts.get(key) === count;
  }

  #count(change: UserChange): void {
    for (const credential of REVOCABLE) {
      if (change.kind !== credential && !endsAllCredentials(change)) continue;
      const key = `${credential} ${change.userId}`;
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    }
  }
}
