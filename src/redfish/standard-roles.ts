import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { PERMISSION_FLAGS } from '../common/access.js';
import type { Cause } from '../common/cause.js';
import { ApiError } from '../common/errors.js';
import { PduDriver } from '../hardware/pdu.driver.js';
import { completePermissions, type PartialPermissions } from '../roles/role-permissions.js';
import { RolesService } from '../roles/roles.service.js';
import { SettingsStore } from '../settings/settings.store.js';
import { RoleIds, STANDARD_ROLES, type StandardRole } from './role-ids.js';

const CAUSE: Cause = { kind: 'system', who: 'redfish' };

const DESCRIPTIONS: Readonly<Record<StandardRole, string>> = {
  Operator: 'Standard role of Redfish: views everything and switches all outlets.',
  ReadOnly: 'Standard role of Redfish: views everything but users.',
};

const MODIFIES = ['modifyOutletGroups', 'modifyPortSettings', 'modifyInletStats', 'modifyBankStats'] as const;

/** The roles Operator and ReadOnly, which the protocol demands with fixed permissions. */
@Injectable()
export class StandardRoles {
  constructor(
    private readonly roles: RolesService,
    private readonly settings: SettingsStore,
    private readonly driver: PduDriver,
    private readonly ids: RoleIds,
  ) {
    roles.addEditCheck(({ id }) => {
      const name = settings.get('redfishEnabled') ? this.ids.standardOf(id) : undefined;
      if (name) throw new ApiError('REDFISH_ROLE_FIXED', name);
    });
  }

  /** Makes the roles that are missing, and gives the others the permissions that they must have. */
  async provide(): Promise<void> {
    for (const name of ['Operator', 'ReadOnly'] as const) {
      const key = STANDARD_ROLES[name];
      const known = this.settings.get(key);
      const permissions = this.#permissionsOf(name);
      if (this.#isAsDemanded(known, permissions)) continue;
      const id = await this.roles.provide(
        known,
        { name, description: DESCRIPTIONS[name], permissions: permissions as object },
        CAUSE,
      );
      await this.settings.change({ [key]: id }, CAUSE);
    }
  }

  #isAsDemanded(id: number, permissions: PartialPermissions): boolean {
    if (id === 0 || !this.roles.has(id)) return false;
    return isDeepStrictEqual(this.roles.find(id).permissions, completePermissions(permissions, this.driver.model));
  }

  #permissionsOf(name: StandardRole): PartialPermissions {
    const all = this.driver.model.outlets.map(({ id }) => id);
    const isOperator = name === 'Operator';
    const views = PERMISSION_FLAGS.filter(
      (flag) => flag.startsWith('view') && (isOperator || flag !== 'viewUsersList'),
    );
    const flags = [...views, ...(isOperator ? MODIFIES : [])];
    return {
      ...Object.fromEntries(flags.map((flag) => [flag, true])),
      viewOutlets: all,
      ...(isOperator && { modifyOutlets: all }),
    };
  }
}
