import type { Deed } from '../audit/audit-log.service.js';
import type { User } from './user.entity.js';

/**
 * What has happened to an account. `lock` and `disable` are an administrator's and end everything at once; the end of
 * either, and the lock after failed sign-ins, are a `profile`.
 */
export type UserChangeKind = 'created' | 'password' | 'role' | 'lock' | 'disable' | 'delete' | 'token' | 'profile';

/** A committed change of an account. */
export interface UserChange {
  readonly userId: string;
  readonly kind: UserChangeKind;
  /** With `password`: the session from which the user changed it himself, which goes on. */
  readonly exceptSession?: string;
}

/** How an account is to be changed, recorded and announced. */
export interface UserEdit {
  /** Nothing is written, recorded or announced when this is empty. */
  readonly set: Partial<Omit<User, 'id'>>;
  readonly deed?: Deed;
  readonly kinds?: readonly UserChangeKind[];
  readonly exceptSession?: string | undefined;
}
