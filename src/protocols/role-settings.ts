import { Injectable } from '@nestjs/common';
import { ApiError } from '../common/errors.js';
import { RolesService } from '../roles/roles.service.js';
import { SETTING_KEYS, settingRow } from '../settings/setting-value.js';
import { SettingsStore } from '../settings/settings.store.js';

const REFERENCES = SETTING_KEYS.filter((key) => {
  const row = settingRow(key);
  return row.type === 'number' && row.references === 'role';
});

/**
 * Keeps the settings that name roles and the roles consistent for clients. A configuration document may still name a
 * role that does not exist: that role has no rights.
 */
@Injectable()
export class RoleSettings {
  constructor(settings: SettingsStore, roles: RolesService) {
    settings.addCheck((change) => {
      for (const key of REFERENCES) {
        const id = Number(change[key] ?? 0);
        if (id !== 0 && !roles.has(id)) throw new ApiError('SETTING_ROLE_UNKNOWN', id).at(key);
      }
    });
    roles.addRemovalCheck(({ id, name }) => {
      const naming = REFERENCES.find((key) => settings.get(key) === id);
      if (naming) throw new ApiError('ROLE_IN_SETTING', naming, name);
    });
  }
}
