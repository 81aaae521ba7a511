import { Injectable } from '@nestjs/common';
import {
  ADMINISTRATOR_ROLE_ID,
  type Caller,
  assertNoPrivilegeEscalation,
  assertStillAdministrator,
  assertStillAllowed,
  refuseEnded,
} from '../../common/access.js';
import { ApiError } from '../../common/errors.js';
import { assertOwnId } from '../../common/dto-decorators.js';
import { RolesService } from '../../roles/roles.service.js';
import { nameKey } from './user-index.js';
import type { UpdateUserDto } from '../user.dto.js';
import { PRIMARY_ADMIN_ID, type UserEntity } from '../user.entity.js';
import { UsersService } from '../users.service.js';

/**
 * The rules for changes of accounts. An enabled administrator always remains: the primary admin cannot be locked,
 * disabled, deleted or given another role.
 */
@Injectable()
export class AccountRulesService {
  constructor(
    private readonly users: UsersService,
    private readonly roles: RolesService,
  ) {}

  /** Refuses a name that is taken by another account or reserved. */
  refuseName(username: string, owner?: UserEntity): void {
    if (nameKey(username) === 'root') throw new ApiError('USERNAME_RESERVED', username);
    if (username.includes(':') && username !== owner?.username) {
      throw new ApiError('USERNAME_WITH_COLON').at('username');
    }
    const holder = this.users.byName(username);
    if (holder && holder.id !== owner?.id) throw new ApiError('USERNAME_TAKEN', username).at('username');
  }

  /** Refuses to give a role unless the caller has every permission of it. */
  refuseRole(roleId: number, caller: Caller): void {
    assertStillAllowed(caller, 'modifyUsers');
    if (!this.roles.has(roleId)) throw new ApiError('USER_ROLE_UNKNOWN', roleId).at('roleId');
    assertNoPrivilegeEscalation(caller, this.roles.accessOf(roleId));
  }

  /**
   * Refuses a change of an account or its credentials unless the caller has every permission of the account: otherwise
   * a caller could act as its user, or disable somebody with more permissions. Everybody may change their own account.
   */
  refuseUnlessCovered(user: UserEntity, caller: Caller): void {
    refuseEnded(caller);
    if (caller.userId === String(user.id)) return;
    assertStillAllowed(caller, 'modifyUsers');
    assertNoPrivilegeEscalation(caller, this.users.accessOf(user));
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

  /** Refuses to enable or disable an account. */
  refuseEnabling(user: UserEntity, enabled: boolean, caller: Caller): void {
    assertStillAdministrator(caller);
    if (!enabled) this.#refusePrimaryAdmin(user, 'disabled');
  }

  /** Refuses to reset a password: the caller's own, the primary admin's, and that of a user with more permissions. */
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

  /** Refuses to let managers of users rename, demote or delete administrators or others with more permissions. */
  #refuseUnlessMayManage(user: UserEntity, caller: Caller): void {
    const isAdministrator = user.roleId === ADMINISTRATOR_ROLE_ID;
    if (isAdministrator) assertStillAdministrator(caller);
    assertStillAllowed(caller, 'modifyUsers');
    this.refuseUnlessCovered(user, caller);
  }
}

const notEnabledHere = ({ id }: UserEntity, enabled: boolean): ApiError => {
  const way = `POST /api/users/${id}/${enabled ? 'enable' : 'disable'}`;
  return ApiError.validation([{ field: 'enabled', message: `enabled is changed with ${way}.` }]);
};
