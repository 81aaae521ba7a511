import { Injectable } from '@nestjs/common';
import { bodyOf } from '../../common/body.js';
import { assertStillAdministrator } from '../../common/access.js';
import { ApiError } from '../../common/errors.js';
import { SettingsStore } from '../../settings/settings.store.js';
import { AccountsService, type AccountChange } from '../../users/accounts.service.js';
import { PasswordsService } from '../../users/passwords.service.js';
import { CreateUserDto } from '../../users/user.dto.js';
import { PRIMARY_ADMIN_ID, type UserEntity } from '../../users/user.entity.js';
import { UsersService } from '../../users/users.service.js';
import {
  collection,
  link,
  ROOT,
  type Call,
  type Created,
  type Json,
  type Provider,
  type ResourceProviders,
  type WritableMembers,
} from '../protocol/provider.js';
import { requireMembers } from '../protocol/parameters.js';
import { baseMessage, RedfishError } from '../protocol/redfish-error.js';
import { flagValue, textValue, wordValue, wrongValue, writable } from '../protocol/writable.js';
import { RoleIds } from '../role-ids.js';
import { ENABLED, need, unknown } from './common.js';

const SERVICE = '/AccountService';
const ACCOUNTS = `${SERVICE}/Accounts`;
const BASIC_WORDS = { Enabled: 'enabled', Unadvertised: 'unadvertised', Disabled: 'disabled' } as const;
const BASIC_SHOWN = { enabled: 'Enabled', unadvertised: 'Unadvertised', disabled: 'Disabled' } as const;
const ACCOUNT_TYPES = ['Redfish', 'WebUI', 'OEM'];
const OEM_ACCOUNT_TYPES = ['RackfeedApi'];
/** Seconds: 5 failures in 15 minutes lock an account for 15 minutes. */
const LOCKOUT = { threshold: 5, duration: 900 };
const TEXT = textValue({ min: 1, max: 200 });

/** The accounts of the product, and how they sign in. */
@Injectable()
export class AccountResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly users: UsersService,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordsService,
    private readonly roles: RoleIds,
    private readonly settings: SettingsStore,
  ) {
    this.providers = [
      {
        uri: SERVICE,
        type: 'AccountService',
        get: () => this.#service(),
        patch: {
          members: {
            HTTPBasicAuth: writable('redfishBasicAuth', wordValue(BASIC_WORDS)),
            RequireChangePasswordAction: writable('redfishChangePasswordAction', flagValue),
          },
          apply: async (call, change) => {
            need(call, 'modifyNetworkSettings');
            await settings.changeAsClient(change, call.caller);
          },
        },
      },
      {
        uri: ACCOUNTS,
        type: 'ManagerAccountCollection',
        get: (call) => {
          const visible = users.list().filter((user) => mayView(user, call));
          return collection(
            'Accounts',
            visible.map(({ id }) => `${ACCOUNTS}/${id}`),
          );
        },
        create: (call, body) => this.#create(call, body),
      },
      {
        uri: `${ACCOUNTS}/{account}`,
        type: 'ManagerAccount',
        get: (call) => this.#show(this.#find(call)),
        patch: { members: this.#writable, apply: (call, change) => this.#change(call, change) },
        remove: async (call) => {
          need(call, 'modifyUsers');
          await accounts.remove(String(this.#find(call).id), call.caller);
        },
        actions: {
          'ManagerAccount.ChangePassword': {
            parameters: {
              NewPassword: { type: 'string', required: true },
              SessionAccountPassword: { type: 'string', required: true },
            },
            run: (call, parameters) => this.#changePassword(call, parameters),
          },
        },
      },
    ];
  }

  #service(): Json {
    return {
      Id: 'AccountService',
      Name: 'Account Service',
      ServiceEnabled: true,
      MinPasswordLength: 8,
      MaxPasswordLength: 128,
      AccountLockoutThreshold: LOCKOUT.threshold,
      AccountLockoutDuration: LOCKOUT.duration,
      AccountLockoutCounterResetAfter: LOCKOUT.duration,
      LocalAccountAuth: 'Enabled',
      HTTPBasicAuth: BASIC_SHOWN[this.settings.get('redfishBasicAuth')],
      RequireChangePasswordAction: this.settings.get('redfishChangePasswordAction'),
      SupportedAccountTypes: ACCOUNT_TYPES,
      SupportedOEMAccountTypes: OEM_ACCOUNT_TYPES,
      Accounts: link(ACCOUNTS),
      Roles: link(`${SERVICE}/Roles`),
      Status: ENABLED,
    };
  }

  #find(call: Call): UserEntity {
    const id = call.params['account'] ?? '';
    const user = /^[1-9]\d{0,14}$/.test(id) ? this.users.current({ id: Number(id) }) : undefined;
    if (call.caller.userId !== id) need(call, 'viewUsersList');
    if (!user) throw unknown();
    return user;
  }

  #show(user: UserEntity): Json {
    const role = this.roles.idOf(user.roleId);
    return {
      Id: String(user.id),
      Name: `Account ${user.username}`,
      UserName: user.username,
      Password: null,
      RoleId: role,
      Enabled: user.enabled,
      Locked: this.users.isLocked(user),
      PasswordChangeRequired: user.passwordChangeRequired,
      AccountTypes: ACCOUNT_TYPES,
      OEMAccountTypes: OEM_ACCOUNT_TYPES,
      Links: { Role: link(`${SERVICE}/Roles/${role}`) },
    };
  }

  get #writable(): WritableMembers {
    return {
      UserName: writable('username', TEXT),
      Password: writable('password', textValue({ min: 1, max: 1000 })),
      RoleId: writable('roleId', (value, at) => {
        const number = typeof value === 'string' ? this.roles.numberOf(value) : undefined;
        if (typeof value !== 'string') throw wrongValue('PropertyValueTypeError', value, at);
        if (number === undefined) throw wrongValue('PropertyValueNotInList', value, at, 'Send the id of a role.');
        return number;
      }),
      Enabled: writable('enabled', flagValue),
      Locked: writable('locked', (value, at) => {
        if (flagValue(value, at)) throw wrongValue('PropertyValueNotInList', value, at, 'Only false can be set.');
        return false;
      }),
      PasswordChangeRequired: writable('passwordChangeRequired', flagValue),
    };
  }

  async #create(call: Call, body: Json): Promise<Created> {
    need(call, 'modifyUsers');
    need(call, 'viewUsersList'); // the response shows the account
    requireMembers(body, 'UserName', 'Password', 'RoleId');
    const read = this.#readNew(body);
    const { username, password, roleId, enabled, passwordChangeRequired } = read;
    // Before it is made: one that cannot be disabled afterwards would be left enabled.
    if (enabled === false) assertStillAdministrator(call.caller);
    const user = await orFieldErrors(async () =>
      this.accounts.create(await bodyOf(CreateUserDto, { username, password, roleId }), call.caller),
    );
    const more = { enabled, passwordChangeRequired };
    if (enabled === false || passwordChangeRequired === true)
      await this.accounts.changeMany(String(user.id), more, call.caller);
    return { uri: `${ROOT}${ACCOUNTS}/${user.id}` };
  }

  #readNew(body: Json): AccountChange & { readonly password?: string } {
    const members = this.#writable;
    let change: Json = {};
    for (const name of ['UserName', 'Password', 'RoleId', 'Enabled', 'PasswordChangeRequired']) {
      const member = members[name];
      if (body[name] === undefined || !member || !('read' in member)) continue;
      const { read } = member as { read: (value: unknown, at: { name: string; pointer: string }) => Json };
      change = { ...change, ...read(body[name], { name, pointer: `/${name}` }) };
    }
    return change;
  }

  async #change(call: Call, change: Json): Promise<void> {
    const user = this.#find(call);
    const id = String(user.id);
    const { password, locked, ...members } = change as AccountChange & {
      readonly password?: string;
      readonly locked?: false;
    };
    const isOwn = call.caller.userId === id;
    if (!isOwn || Object.keys(change).some((name) => name !== 'password')) need(call, 'modifyUsers');
    if (user.id === PRIMARY_ADMIN_ID && members.username !== undefined && members.username !== user.username) {
      throw new ApiError('PRIMARY_ADMIN_FIXED', 'renamed');
    }
    if (password !== undefined && this.settings.get('redfishChangePasswordAction') && !user.passwordChangeRequired) {
      const resolution = 'Use the action ManagerAccount.ChangePassword.';
      throw new RedfishError(
        400,
        baseMessage('PropertyNotWritable', ['Password'], { related: ['/Password'], resolution }),
      );
    }
    const wanted: AccountChange = { ...members, ...(locked === false && { userIsLocked: false }) };
    await orFieldErrors(async () => {
      const passwordHash = password === undefined ? undefined : await this.passwords.hashFor(id, password, call.caller);
      const { sessionId } = call.caller;
      const chosen = passwordHash === undefined ? {} : { passwordHash, exceptSession: isOwn ? sessionId : undefined };
      await this.accounts.changeMany(id, { ...wanted, ...chosen }, call.caller);
    });
  }

  async #changePassword(call: Call, { NewPassword: password, SessionAccountPassword: own }: Json): Promise<void> {
    const user = this.#find(call);
    const id = String(user.id);
    const isOwn = call.caller.userId === id;
    if (!isOwn) need(call, 'modifyUsers');
    await this.passwords.proveOwn(String(own), call.caller);
    await orFieldErrors(async () => {
      const passwordHash = await this.passwords.hashFor(id, String(password), call.caller);
      const exceptSession = isOwn ? call.caller.sessionId : undefined;
      await this.accounts.changeMany(id, { passwordHash, exceptSession }, call.caller);
    });
  }
}

const mayView = ({ id }: UserEntity, { caller }: Call): boolean =>
  caller.userId === String(id) || caller.access.can('viewUsersList');

/** The members of the product's errors, as this protocol names them. */
const FIELDS: Readonly<Record<string, string>> = {
  username: 'UserName',
  password: 'Password',
  newPassword: 'Password',
  roleId: 'RoleId',
};

/** Runs the work; a wrong member of the product is named as this protocol names it. */
async function orFieldErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'USERNAME_TAKEN') {
      const args = ['ManagerAccount', 'UserName', ''];
      throw RedfishError.of(400, 'ResourceAlreadyExists', args, { related: ['/UserName'], resolution: error.message });
    }
    const details = error.status === 422 ? error.details : undefined;
    if (!details) throw error;
    const messages = details.map(({ field, message }) => {
      const name = FIELDS[field] ?? field;
      return baseMessage('PropertyValueFormatError', ['', name], { related: [`/${name}`], resolution: message });
    });
    throw new RedfishError(400, messages);
  }
}
