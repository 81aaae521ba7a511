import { LOCK_TIME } from './account-locks.js';
import type { Millis } from '../../common/clock.js';
import type { UserChangeKind } from './user-edit.js';
import type { UpdateUserDto } from '../user.dto.js';
import type { UserEntity } from '../user.entity.js';

export type UserColumns = Partial<Omit<UserEntity, 'id'>>;

/** The columns that a change sets, without SNMPv3; unchanged ones may be among them. */
export function requestedColumns(change: UpdateUserDto, now: Millis): UserColumns {
  const { username, roleId, userIsLocked } = change;
  return {
    ...(username !== undefined && { username }),
    ...(roleId !== undefined && { roleId }),
    ...(userIsLocked === true && { lockedUntil: now + LOCK_TIME, lockedBy: 'administrator' }),
    ...(userIsLocked === false && { lockedUntil: null, lockedBy: null }),
  };
}

/** The columns that differ from the present account. */
export const changedColumns = (user: UserEntity, columns: UserColumns): UserColumns =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => value !== user[column as keyof UserEntity]));

/** The present values of the same columns. */
export const currentColumns = (user: UserEntity, columns: UserColumns): UserColumns =>
  Object.fromEntries(Object.keys(columns).map((column) => [column, user[column as keyof UserEntity]]));

/** The columns for the audit log, with passphrases reduced to true if they are set. */
export function auditedColumns({
  snmpv3AuthPass,
  snmpv3PrivPass,
  lockedUntil,
  lockedBy,
  ...plain
}: UserColumns): object {
  return {
    ...plain,
    ...(snmpv3AuthPass !== undefined && { snmpv3AuthPass: snmpv3AuthPass !== null }),
    ...(snmpv3PrivPass !== undefined && { snmpv3PrivPass: snmpv3PrivPass !== null }),
    ...((lockedUntil !== undefined || lockedBy !== undefined) && { userIsLocked: Boolean(lockedUntil ?? lockedBy) }),
  };
}

/** The kinds under which a change is announced. */
export function changeKindsOf(change: UpdateUserDto, columns: UserColumns): UserChangeKind[] {
  const kinds: UserChangeKind[] = [];
  if (columns.roleId !== undefined) kinds.push('role');
  if (change.userIsLocked === true) kinds.push('lock');
  return kinds.length > 0 ? kinds : ['profile'];
}
