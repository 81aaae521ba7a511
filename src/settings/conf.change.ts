import type { Access } from '../common/access.js';
import type { JsonObject } from '../common/body.js';
import { ApiError, type ErrorDetail } from '../common/errors.js';
import type { Role } from '../config/runtime-config.js';
import { isMask } from './conf.view.js';
import { mayWrite, SETTING_GROUPS } from './setting-row.js';
import {
  checkValue,
  hasSetting,
  isSettingKey,
  settingRow,
  type SettingChange,
  type SettingValue,
} from './setting-value.js';

/**
 * Reads the body of a change: unknown and read-only keys are ignored (a client may send a whole response back), and a
 * masked secret changes nothing. Throws SETTING_OF_OTHER_ROLE for a setting that only another kind of process has, 403 for
 * a key that the caller may not write, then 422 with every wrong key.
 */
export function parseChange(body: JsonObject, access: Access, role: Role = 'controller'): SettingChange {
  const known = Object.keys(body).filter(isSettingKey);
  const [other] = known.filter((key) => !hasSetting(role, key));
  if (other !== undefined) throw new ApiError('SETTING_OF_OTHER_ROLE', role, other).at(other);
  const keys = known.filter((key) => !settingRow(key).readOnly);
  if (keys.length === 0) throw new ApiError('NOTHING_TO_CHANGE', 'the keys that GET /api/conf answers');
  for (const key of keys) {
    const row = settingRow(key);
    if (!mayWrite(row, access)) throw new ApiError('NOT_ALLOWED', SETTING_GROUPS[row.group].write);
  }

  const details: ErrorDetail[] = [];
  const values: [string, SettingValue][] = [];
  for (const key of keys) {
    const row = settingRow(key);
    if (row.type === 'secret' && isMask(body[key])) continue;
    const checked = checkValue(row, body[key]);
    if ('wrong' in checked) details.push({ field: key, message: `${key} must be ${checked.wrong}.` });
    else values.push([key, checked.value]);
  }
  if (details.length > 0) throw ApiError.validation(details);
  return Object.fromEntries(values);
}
