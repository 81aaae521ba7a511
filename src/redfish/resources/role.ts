import { Injectable } from '@nestjs/common';
import { PERMISSION_FLAGS, type Access, type PermissionFlag } from '../../common/access.js';
import { ApiError } from '../../common/errors.js';
import { RolesService } from '../../roles/roles.service.js';
import { UsersService } from '../../users/users.service.js';
import { collection, type Call, type Json, type Provider, type ResourceProviders } from '../protocol/provider.js';
import { RoleIds } from '../role-ids.js';
import { unknown } from './common.js';

const ROLES = '/AccountService/Roles';

/** The privileges of the standard roles, which the protocol fixes. */
const STANDARD_PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  Administrator: ['Login', 'ConfigureManager', 'ConfigureUsers', 'ConfigureSelf', 'ConfigureComponents'],
  Operator: ['Login', 'ConfigureSelf', 'ConfigureComponents'],
  ReadOnly: ['Login', 'ConfigureSelf'],
};

/** The permissions of the product that make a privilege: any of them. */
const PRIVILEGES: readonly (readonly [privilege: string, ...flags: PermissionFlag[]])[] = [
  ['ConfigureManager', 'modifyNetworkSettings', 'modifyGlobalDeviceSettings', 'allowPduRestart'],
  ['ConfigureUsers', 'modifyUsers'],
  ['ConfigureComponents', 'modifyOutletGroups', 'modifyPortSettings', 'modifyInletStats', 'modifyBankStats'],
];

/** The roles: those of the product, shown with the privileges that their permissions amount to. */
@Injectable()
export class RoleResource implements ResourceProviders {
  readonly providers: readonly Provider[];

  constructor(
    private readonly roles: RolesService,
    private readonly ids: RoleIds,
    private readonly users: UsersService,
  ) {
    this.providers = [
      {
        uri: ROLES,
        type: 'RoleCollection',
        get: (call) =>
          collection(
            'Roles',
            this.roles
              .list(call.caller.access)
              .filter(({ id }) => this.#mayView(id, call))
              .map(({ id }) => `${ROLES}/${ids.idOf(id)}`),
          ),
      },
      { uri: `${ROLES}/{role}`, type: 'Role', get: (call) => this.#show(call) },
    ];
  }

  #mayView(id: number, { caller }: Call): boolean {
    return caller.access.can('viewUsersList') || this.users.current({ id: Number(caller.userId) })?.roleId === id;
  }

  #show(call: Call): Json {
    const number = this.ids.numberOf(call.params['role'] ?? '');
    if (number !== undefined && !this.#mayView(number, call)) throw new ApiError('NOT_ALLOWED', 'viewUsersList');
    if (number === undefined || !this.roles.has(number)) throw unknown();
    const role = this.roles.find(number);
    const id = this.ids.idOf(number);
    const access = this.roles.accessOf(number);
    const fixed = STANDARD_PRIVILEGES[id];
    return {
      Id: id,
      Name: role.name,
      ...(role.description !== '' && { Description: role.description }),
      RoleId: id,
      IsPredefined: fixed !== undefined,
      AssignedPrivileges: fixed ?? privilegesOf(access),
      OemPrivileges: fixed ? [] : PERMISSION_FLAGS.filter((flag) => access.can(flag)),
    };
  }
}

export function privilegesOf(access: Access): string[] {
  const privileges = PRIVILEGES.filter(([privilege, ...flags]) => {
    const switches = privilege === 'ConfigureComponents' && access.usesAny('modifyOutlets');
    return switches || flags.some((flag) => access.can(flag));
  });
  return ['Login', 'ConfigureSelf', ...privileges.map(([privilege]) => privilege)];
}
