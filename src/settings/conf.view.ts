import { SECRET_MASK } from '../common/secret-mask.js';
import type { Access } from '../common/access.js';
import { ofRoles } from '../common/api-of-roles.js';
import type { Role } from '../config/runtime-config.js';
import type { SettingRow } from './setting-row.js';
import { mayRead, rolesOf } from './setting-row.js';
import { SETTING_KEYS, settingKeysOf, settingRow, type SettingKey, type SettingValue } from './setting-value.js';

/** The OpenAPI schema of one setting. */
function schemaOf(row: SettingRow) {
  const { about, default: fallback, readOnly } = row;
  const common = {
    description: row.type === 'number' && row.unit ? `${about} Unit: ${row.unit}.` : about,
    ...(typeof fallback !== 'function' && { default: fallback }),
    ...(readOnly && { readOnly }),
    ...ofRoles(rolesOf(row)),
  };
  switch (row.type) {
    case 'flag':
      return { type: 'boolean', ...common };
    case 'number':
      return {
        type: 'integer',
        minimum: row.min,
        maximum: row.max,
        ...(row.oneOf && { enum: [...row.oneOf] }),
        ...common,
      };
    case 'word':
      return { type: 'string', enum: [...row.words], ...common };
    case 'secret':
      return { type: 'string', format: 'password', maxLength: row.max, ...common };
    case 'object':
      return { ...row.schema, ...common };
    case 'text':
      return { type: 'string', minLength: row.min, maxLength: row.max, ...common };
  }
}

/** The OpenAPI schema of the whole configuration; the document of a process has its own settings only. */
export const CONF_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(SETTING_KEYS.map((key) => [key, schemaOf(settingRow(key))])),
  example: { deviceName: 'Rack 7 left', timezone: 'Europe/Berlin', syslogServerIp: 'log.example:6514' },
};

/** True for a run of dashes of any length. */
export const isMask = (given: unknown): boolean => typeof given === 'string' && /^-+$/.test(given);

/** The settings that a caller may read, secrets masked. */
export type ConfView = Partial<Record<SettingKey, SettingValue>>;

export function confView(get: (key: SettingKey) => SettingValue, access: Access, role: Role = 'controller'): ConfView {
  const readable = settingKeysOf(role).filter((key) => mayRead(settingRow(key), access));
  return Object.fromEntries(
    readable.map((key) => [key, settingRow(key).type === 'secret' && get(key) !== '' ? SECRET_MASK : get(key)]),
  );
}
