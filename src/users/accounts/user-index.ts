import type { UserEntity } from '../user.entity.js';

/** The form in which user names are compared: without case, and with composed accents. */
export const nameKey = (username: string): string => username.normalize('NFC').toLowerCase();

/** The accounts by name and by token. */
export class UserIndex {
  readonly #byId = new Map<number, UserEntity>();
  readonly #byName = new Map<string, UserEntity>();
  readonly #byToken = new Map<string, UserEntity>();

  /** Adds an account, or replaces it. */
  put(user: UserEntity): void {
    this.remove(user.id);
    this.#byId.set(user.id, user);
    this.#byName.set(nameKey(user.username), user);
    if (user.tokenHash !== null) this.#byToken.set(user.tokenHash, user);
  }

  remove(id: number): void {
    const user = this.#byId.get(id);
    if (!user) return;
    this.#byId.delete(id);
    this.#byName.delete(nameKey(user.username));
    if (user.tokenHash !== null) this.#byToken.delete(user.tokenHash);
  }

  byName(username: string): UserEntity | undefined {
    return this.#byName.get(nameKey(username));
  }

  byTokenHash(hash: string): UserEntity | undefined {
    return this.#byToken.get(hash);
  }

  /** All accounts in the order of their ids. */
  all(): readonly UserEntity[] {
    return [...this.#byId.values()].sort((one, other) => one.id - other.id);
  }
}
