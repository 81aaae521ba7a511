import { LOCK_TIME } from './account-locks.js';
import type { Millis } from '../../common/clock.js';
import type { UserChangeKind } from './user-edit.js';
import type { UpdateUserDto } from '../user.dto.js';
import type { UserEntity } from '../user.entity.js';

export type UserColumns = Partial<Omit<UserEntity, 'id'>>;

/** The columns that a change asks for, SNMPv3 apart; unchanged ones may be among them. */
export function requestedColumns(change: UpdateUserDto, now: Millis): UserColumns {
  const { username, roleId, userIsLocked } = change;
  return {
    ...(username !== undefined && { username }),
    ...(roleId !== undefined && { roleId }),
    ...(userIsLocked === true && { lockedUntil: now + LOCK_TIME, lockedBy: 'administrator' }),
    ...(userIsLocked === false && { lockedUntil: null, lockedBy: null }),
  };
}

/** Those of the columns that differ from the account as it is. */
export const changedColumns = (user: UserEntity, columns: UserColumns): UserColumns =>
  Object.fromEntries(Object.entries(columns).filter(([column, value]) => value !== user[column as keyof UserEntity]));

/** The same columns as they are in the account. */
export const currentColumns = (user: UserEntity, columns: UserColumns): UserColumns =>
  Object.fromEntries(Object.keys(columns).map((column) => [column, user[column as keyof UserEntity]]));

/** Columns for the audit log: of a passphrase only whether it is set. */
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

/** How such a change is announced. */
export function changeKindsOf(change: UpdateUserDto, columns: UserColumns): UserChangeKind[] {
  const kinds: UserChangeKind[] = [];
  if (columns.roleId !== undefined) kinds.push('role');
  if (change.userIsLocked === true) kinds.push('lock');
  return kinds.length > 0 ? kinds : ['profile'];
}
