import { Injectable } from '@nestjs/common';
import { ADMINISTRATOR_ROLE_ID, type Caller } from '../../common/access.js';
import { ApiError } from '../../common/errors.js';
import { assertOwnId } from '../../common/own-id.js';
import { assertNoPrivilegeEscalation } from '../../roles/privilege-escalation.js';
import { RolesService } from '../../roles/roles.service.js';
import { nameKey } from './user-index.js';
import type { UpdateUserDto } from '../user.dto.js';
import { PRIMARY_ADMIN_ID, type UserEntity } from '../user.entity.js';
import { UsersService } from '../users.service.js';

/**
 * Who may do what to an account. An enabled administrator always remains: the primary admin can be neither locked,
 * disabled, deleted nor given another role.
 */
@Injectable()
export class AccountRulesService {
  constructor(
    private readonly users: UsersService,
    private readonly roles: RolesService,
  ) {}

  /** A name must be free and not reserved; the account that has it already may keep it. */
  refuseName(username: string, owner?: UserEntity): void {
    if (nameKey(username) === 'root') throw new ApiError('USERNAME_RESERVED', username);
    if (username.includes(':') && username !== owner?.username) {
      throw new ApiError('USERNAME_WITH_COLON').at('username');
    }
    const holder = this.users.byName(username);
    if (holder && holder.id !== owner?.id) throw new ApiError('USERNAME_TAKEN', username).at('username');
  }

  /** Giving a role needs every permission of it. */
  refuseRole(roleId: number, caller: Caller): void {
    if (!this.roles.has(roleId)) throw new ApiError('USER_ROLE_UNKNOWN', roleId).at('roleId');
    assertNoPrivilegeEscalation(caller, this.roles.accessOf(roleId));
  }

  /**
   * Whoever changes an account, gives it a credential or takes one away needs every permission that it has: one could act
   * as its user, or disarm somebody with more rights. One's own account is anybody's.
   */
  refuseUnlessCovered(user: UserEntity, caller: Caller): void {
    if (caller.userId !== String(user.id)) assertNoPrivilegeEscalation(caller, this.users.accessOf(user));
  }

  refuseChange(user: UserEntity, change: UpdateUserDto, caller: Caller): void {
    const { userIsLocked, enabled = user.enabled, roleId = user.roleId, username, id } = change;
    if (userIsLocked !== undefined && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    if (userIsLocked === true) this.#refusePrimaryAdmin(user, 'locked');
    if (roleId !== user.roleId) this.#refusePrimaryAdmin(user, 'given another role');
    this.#refuseUnlessMayManage(user, caller);
    if (roleId !== user.roleId) this.refuseRole(roleId, caller);
    assertOwnId(id, String(user.id));
    if (enabled !== user.enabled) throw notEnabledHere(user, enabled);
    if (username !== undefined) this.refuseName(username, user);
  }

  /** Enabling and disabling. */
  refuseEnabling(user: UserEntity, enabled: boolean, { access }: Caller): void {
    if (!access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    if (!enabled) this.#refusePrimaryAdmin(user, 'disabled');
  }

  /** A password given without the present one: to somebody else who may do no more, and never to the primary admin. */
  refusePasswordReset(user: UserEntity, caller: Caller): void {
    if (caller.userId === String(user.id)) throw new ApiError('PASSWORD_RESET_OWN');
    this.#refusePrimaryAdmin(
      user,
      'given a password by another user; "rackfeed reset-password" on the machine does that',
    );
    this.#refuseUnlessMayManage(user, caller);
  }

  refuseRemoval(user: UserEntity, caller: Caller): void {
    this.#refusePrimaryAdmin(user, 'deleted');
    this.#refuseUnlessMayManage(user, caller);
  }

  #refusePrimaryAdmin({ id }: UserEntity, operation: string): void {
    if (id === PRIMARY_ADMIN_ID) throw new ApiError('PRIMARY_ADMIN_FIXED', operation);
  }

  /** Whoever merely manages users does not rename, demote or delete administrators, nor others who may do more. */
  #refuseUnlessMayManage(user: UserEntity, caller: Caller): void {
    const isAdministrator = user.roleId === ADMINISTRATOR_ROLE_ID;
    if (isAdministrator && !caller.access.isAdministrator) throw new ApiError('ADMINISTRATOR_ONLY');
    this.refuseUnlessCovered(user, caller);
  }
}

const notEnabledHere = ({ id }: UserEntity, enabled: boolean): ApiError => {
  const way = `POST /api/users/${id}/${enabled ? 'enable' : 'disable'}`;
  return ApiError.validation([{ field: 'enabled', message: `enabled is changed with ${way}.` }]);
};
