import type { Schema } from '../../api/client.js';
import type { Session } from '../../app/session.js';

type User = Schema['UserView'];
type Role = Schema['RoleView'];
type Asking = Pick<Session, 'user' | 'rights'>;

const PRIMARY_ADMIN = '1';
export const ADMINISTRATOR_ROLE = 1;

/** Nobody gives more than he has: true when the caller may do all that the role may. */
export function covers({ user, rights }: Asking, role: Role | undefined): boolean {
  if (rights.isAdministrator) return true;
  if (!role?.permissions || role.id === ADMINISTRATOR_ROLE) return false;
  const own = user.role?.permissions;
  return Object.entries(role.permissions).every(([name, wanted]) => {
    const mine = own?.[name as keyof typeof role.permissions];
    if (!Array.isArray(wanted)) return !wanted || mine === true;
    return wanted.every((outlet) => Array.isArray(mine) && mine.includes(outlet));
  });
}

/** What the caller may do to an account; the server has the last word. */
export interface AccountRights {
  /** Name, role, SNMPv3: of an account that may do no more than the caller. */
  readonly mayManage: boolean;
  /** Lock and disable. */
  readonly mayShut: boolean;
  readonly mayGiveRole: boolean;
  readonly mayDelete: boolean;
  /** Token, keys, passphrases: whoever sets them can act as that user. */
  readonly mayCredential: boolean;
  /** With the present password of the account. */
  readonly mayChangePassword: boolean;
  /** Without it. */
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
