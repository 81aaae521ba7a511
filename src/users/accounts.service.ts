import { Injectable } from '@nestjs/common';
import { SecretBox } from '../database/secret-box.js';
import type { CallerWithAddress } from '../common/access.js';
import { causeOf } from '../common/cause.js';
import { Clock } from '../common/clock.js';
import { assertListNotFull } from '../common/limits.js';
import { AccountRulesService } from './accounts/account-rules.service.js';
import { PasswordsService } from './passwords.service.js';
import {
  refuseMissingSecret,
  refuseTakenSnmpName,
  snmpColumnsOf,
  snmpSecretContext,
} from './accounts/snmp-settings.js';
import {
  requestedColumns,
  auditedColumns,
  changedColumns,
  changeKindsOf,
  currentColumns,
} from './accounts/user-columns.js';
import type { UserEdit } from './accounts/user-edit.js';
import type { CreateUserDto, UpdateUserDto } from './user.dto.js';
import { NEW_USER, type UserEntity } from './user.entity.js';
import { UsersService } from './users.service.js';

/** A change of several members of an account at once, for protocols that have one request for all of them. */
export interface AccountChange extends Pick<UpdateUserDto, 'username' | 'roleId'> {
  readonly enabled?: boolean | undefined;
  /** Only unlocking. */
  readonly userIsLocked?: false | undefined;
  /** The hash of a password that was checked by {@link PasswordsService.hashFor}. */
  readonly passwordHash?: string | undefined;
  readonly passwordChangeRequired?: boolean | undefined;
  /** The session that a change of the password does not end. */
  readonly exceptSession?: string | undefined;
}

/** Creates, changes and deletes accounts on behalf of a caller. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly rules: AccountRulesService,
    private readonly passwords: PasswordsService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async create({ username, roleId, password }: CreateUserDto, caller: CallerWithAddress): Promise<UserEntity> {
    const refuse = (): void => {
      this.rules.refuseRole(roleId, caller);
      this.rules.refuseName(username);
      assertListNotFull('users', this.users.list().length);
    };
    refuse();
    const passwordHash = await this.passwords.hashChosen(password, username, 'password');
    return this.users.create(() => {
      refuse();
      return {
        user: { ...NEW_USER, username, roleId, passwordHash, created: this.clock.now() },
        auditRecord: { kind: 'user.create', cause: causeOf(caller), after: { username, roleId } },
      };
    });
  }

  update(id: string, change: UpdateUserDto, caller: CallerWithAddress): Promise<UserEntity> {
    return this.users.edit(id, (user) => this.#decide(user, change, caller));
  }

  /** Changes several members at once, all or none; each under the rules of the request that changes it alone. */
  changeMany(id: string, wanted: AccountChange, caller: CallerWithAddress): Promise<UserEntity> {
    const { enabled, passwordHash, passwordChangeRequired, exceptSession, ...members } = wanted;
    return this.users.edit(id, (user) => {
      const edit: UserEdit = Object.keys(members).length > 0 ? this.#decide(user, members, caller) : { set: {} };
      if (passwordChangeRequired !== undefined || passwordHash !== undefined)
        this.rules.refuseUnlessCovered(user, caller);
      if (enabled !== undefined && enabled !== user.enabled) this.rules.refuseEnabling(user, enabled, caller);
      const isDue = passwordChangeRequired ?? (passwordHash === undefined ? user.passwordChangeRequired : false);
      const more = changedColumns(user, {
        ...(enabled !== undefined && { enabled }),
        ...(isDue !== user.passwordChangeRequired && { passwordChangeRequired: isDue }),
      });
      const shown = { ...edit.set, ...more };
      const set = { ...shown, ...(passwordHash !== undefined && { passwordHash }) };
      if (Object.keys(set).length === 0) return { set };
      const isPasswordAlone = passwordHash !== undefined && Object.keys(edit.set).length === 0 && enabled === undefined;
      return {
        set,
        auditRecord: isPasswordAlone
          ? { kind: 'user.password', object: `user:${user.id}`, cause: causeOf(caller) }
          : {
              kind: 'user.change',
              object: `user:${user.id}`,
              cause: causeOf(caller),
              before: auditedColumns(currentColumns(user, shown)),
              after: { ...auditedColumns(shown), ...(passwordHash !== undefined && { password: 'changed' }) },
            },
        kinds: [
          ...(edit.kinds ?? []),
          ...(more.enabled === false ? (['disable'] as const) : []),
          ...(passwordHash === undefined ? [] : (['password'] as const)),
          ...(edit.kinds?.length || passwordHash !== undefined || more.enabled === false ? [] : (['profile'] as const)),
        ],
        exceptSession,
      };
    });
  }

  /** Enables or disables an account. Disabling ends its sessions and token at once. */
  setEnabled(id: string, enabled: boolean, caller: CallerWithAddress): Promise<UserEntity> {
    return this.users.edit(id, (user) => {
      this.rules.refuseEnabling(user, enabled, caller);
      if (user.enabled === enabled) return { set: {} };
      return {
        set: { enabled },
        auditRecord: {
          kind: 'user.change',
          object: `user:${user.id}`,
          cause: causeOf(caller),
          before: { enabled: user.enabled },
          after: { enabled },
        },
        kinds: [enabled ? 'profile' : 'disable'],
      };
    });
  }

  remove(id: string, caller: CallerWithAddress): Promise<void> {
    return this.users.remove(id, (user) => {
      this.rules.refuseRemoval(user, caller);
      const { username, roleId } = user;
      return { kind: 'user.delete', object: `user:${id}`, cause: causeOf(caller), before: { username, roleId } };
    });
  }

  #decide(user: UserEntity, change: UpdateUserDto, caller: CallerWithAddress): UserEdit {
    this.rules.refuseChange(user, change, caller);
    const snmp = changedColumns(
      user,
      snmpColumnsOf(change, (passphrase, secret) => this.box.encrypt(passphrase, snmpSecretContext(user.id, secret))),
    );
    refuseMissingSecret({ ...user, ...snmp });
    const set = { ...changedColumns(user, requestedColumns(change, this.clock.now())), ...snmp };
    refuseTakenSnmpName({ ...user, ...set }, this.users.list());
    return {
      set,
      auditRecord: {
        kind: 'user.change',
        object: `user:${user.id}`,
        cause: causeOf(caller),
        before: auditedColumns(currentColumns(user, set)),
        after: auditedColumns(set),
      },
      kinds: changeKindsOf(change, set),
    };
  }
}
