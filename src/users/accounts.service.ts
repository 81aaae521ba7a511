import { Injectable } from '@nestjs/common';
import { SecretBox } from '../database/secret-box.js';
import type { CallerAt } from '../kernel/access.js';
import { causeOf } from '../kernel/cause.js';
import { Clock } from '../kernel/clock.js';
import { mustHaveRoom } from '../kernel/limits.js';
import { AccountRules } from './account-rules.service.js';
import { PasswordsService } from './passwords.service.js';
import { refuseMissingSecret, snmpColumns, snmpSecretContext } from './snmp-settings.js';
import { askedColumns, auditable, differing, kindsOf, presentOf } from './user-columns.js';
import type { UserEdit } from './user-edit.js';
import type { CreateUserDto, UpdateUserDto } from './user.dto.js';
import { NEW_USER, type User } from './user.entity.js';
import { UsersService } from './users.service.js';

/** Creates, changes and deletes accounts on behalf of a caller. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UsersService,
    private readonly rules: AccountRules,
    private readonly passwords: PasswordsService,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async create({ username, roleId, password }: CreateUserDto, caller: CallerAt): Promise<User> {
    const refuse = (): void => {
      this.rules.refuseRole(roleId, caller);
      this.rules.refuseName(username);
      mustHaveRoom('users', this.users.list().length);
    };
    refuse();
    const passwordHash = await this.passwords.hashChosen(password, username, 'password');
    return this.users.create(() => {
      refuse();
      return {
        user: { ...NEW_USER, username, roleId, passwordHash, created: this.clock.now() },
        deed: { kind: 'user.create', cause: causeOf(caller), after: { username, roleId } },
      };
    });
  }

  update(id: string, change: UpdateUserDto, caller: CallerAt): Promise<User> {
    return this.users.edit(id, (user) => this.#decide(user, change, caller));
  }

  /** Disabling ends everything of the account at once. */
  setEnabled(id: string, enabled: boolean, caller: CallerAt): Promise<User> {
    return this.users.edit(id, (user) => {
      this.rules.refuseEnabling(user, enabled, caller);
      if (user.enabled === enabled) return { set: {} };
      return {
        set: { enabled },
        deed: {
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

  remove(id: string, caller: CallerAt): Promise<void> {
    return this.users.remove(id, (user) => {
      this.rules.refuseRemoval(user, caller);
      const { username, roleId } = user;
      return { kind: 'user.delete', object: `user:${id}`, cause: causeOf(caller), before: { username, roleId } };
    });
  }

  #decide(user: User, change: UpdateUserDto, caller: CallerAt): UserEdit {
    this.rules.refuseChange(user, change, caller);
    const snmp = differing(
      user,
      snmpColumns(change, (passphrase, secret) => this.box.seal(passphrase, snmpSecretContext(user.id, secret))),
    );
    refuseMissingSecret({ ...user, ...snmp });
    const set = { ...differing(user, askedColumns(change, this.clock.now())), ...snmp };
    return {
      set,
      deed: {
        kind: 'user.change',
        object: `user:${user.id}`,
        cause: causeOf(caller),
        before: auditable(presentOf(user, set)),
        after: auditable(set),
      },
      kinds: kindsOf(change, set),
    };
  }
}
