import type { Schema } from '../../api/client.js';
import type { Session } from '../../session/session.js';

type User = Schema['UserView'];
type Role = Schema['RoleView'];
type Asking = Pick<Session, 'user' | 'rights'>;

const PRIMARY_ADMIN = '1';
export const ADMINISTRATOR_ROLE = 1;

/** True if the caller has all permissions of the role: a user cannot assign more permissions than their own. */
export function covers({ user, rights }: Asking, role: Role | undefined): boolean {
  if (rights.isAdministrator) return true;
  if (!role?.permissions || role.id === ADMINISTRATOR_ROLE || role.hasHiddenOutlets) return false;
  const own = user.role?.permissions;
  return Object.entries(role.permissions).every(([name, wanted]) => {
    const mine = own?.[name as keyof typeof role.permissions];
    if (!Array.isArray(wanted)) return !wanted || mine === true;
    return wanted.every((outlet) => Array.isArray(mine) && mine.includes(outlet));
  });
}

/** The rights of the caller on an account; the server checks each request itself. */
export interface AccountRights {
  /** Change name, role and SNMPv3 access, if the account has no more permissions than the caller. */
  readonly mayManage: boolean;
  /** Lock and disable the account. */
  readonly mayShut: boolean;
  readonly mayGiveRole: boolean;
  readonly mayDelete: boolean;
  /** Set token, SSH keys and passphrases, with which the caller could act as that user. */
  readonly mayCredential: boolean;
  /** Change the password with the current password of the account. */
  readonly mayChangePassword: boolean;
  /** Reset the password without the current one. */
  readonly mayResetPassword: boolean;
}

export function accountRights(asking: Asking, target: User, role: Role | undefined): AccountRights {
  const { user, rights } = asking;
  const isPrimary = target.id === PRIMARY_ADMIN;
  const isOwn = target.id === user.id;
  const mayManage = rights.can('modifyUsers') && (isOwn || covers(asking, role));
  return {
    mayManage,
    mayShut: rights.isAdministrator && !isPrimary && !isOwn,
    mayGiveRole: mayManage && !isPrimary,
    mayDelete: mayManage && !isPrimary && !isOwn,
    mayCredential: isOwn || mayManage,
    mayChangePassword: mayManage && (isOwn || isPrimary),
    mayResetPassword: mayManage && !isOwn && !isPrimary,
  };
}
