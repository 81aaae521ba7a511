import type { AuditRecord } from '../../audit/audit-log.service.js';
import type { UserEntity } from '../user.entity.js';

/** True for a change that ends every credential of a user: locked by an administrator, disabled or deleted. */
export const endsAllCredentials = ({ kind }: UserChange): boolean =>
  kind === 'lock' || kind === 'disable' || kind === 'delete';

/**
 * The kind of a change of an account. `lock` and `disable` are by an administrator and end every credential at once;
 * the end of either, and the lock after failed sign-ins, are a `profile`.
 */
export type UserChangeKind = 'created' | 'password' | 'role' | 'lock' | 'disable' | 'delete' | 'token' | 'profile';

/** A committed change of an account. */
export interface UserChange {
  readonly userId: string;
  readonly kind: UserChangeKind;
  /** For `password`: the session in which the user changed it, which stays open. */
  readonly exceptSession?: string;
  /** Another hub has made it, and ended the sessions in the database that end with it. */
  readonly isOfOtherHub?: true;
}

/** A change of an account, with its audit record and its kinds. */
export interface UserEdit {
  /** The columns to change. If empty, nothing is written, recorded or announced. */
  readonly set: Partial<Omit<UserEntity, 'id'>>;
  readonly auditRecord?: AuditRecord;
  readonly kinds?: readonly UserChangeKind[];
  readonly exceptSession?: string | undefined;
}

/** The kinds of a change from one row to another. */
export function kindsOfChange(before: UserEntity | undefined, after: UserEntity | undefined): UserChangeKind[] {
  if (!after) return ['delete'];
  if (!before) return ['created'];
  const kinds: UserChangeKind[] = [];
  if (before.roleId !== after.roleId) kinds.push('role');
  if (before.enabled && !after.enabled) kinds.push('disable');
  if (before.lockedBy !== 'administrator' && after.lockedBy === 'administrator') kinds.push('lock');
  if (before.passwordHash !== after.passwordHash) kinds.push('password');
  if (before.tokenHash !== after.tokenHash) kinds.push('token');
  return kinds.length > 0 ? kinds : ['profile'];
}
