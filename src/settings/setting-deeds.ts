import type { Deed } from '../audit/audit-log.service.js';
import type { Cause } from '../kernel/cause.js';
import { settingRow, type SettingKey, type SettingValue, type SettingValues } from './setting-value.js';

/** What the audit log says of a change: one deed for each group, with the values before and after. */
export function settingDeeds(
  before: SettingValues,
  changed: ReadonlyMap<SettingKey, SettingValue>,
  cause: Cause,
): Deed[] {
  const groups = new Set([...changed.keys()].map((key) => settingRow(key).group));
  return [...groups].map((group) => {
    const keys = [...changed.keys()].filter((key) => settingRow(key).group === group);
    const shown = keys.filter((key) => !isSecret(key));
    return {
      kind: 'settings.change',
      object: `settings:${group}`,
      cause,
      ...(shown.length > 0 && { before: Object.fromEntries(shown.map((key) => [key, before[key]])) }),
      after: Object.fromEntries(keys.map((key) => [key, isSecret(key) ? 'changed' : changed.get(key)])),
    };
  });
}

const isSecret = (key: SettingKey): boolean => settingRow(key).type === 'secret';
