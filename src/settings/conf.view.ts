import type { Access } from '../kernel/access.js';
import { SETTING_GROUPS } from './setting-row.js';
import { SETTING_KEYS, settingRow, type SettingKey, type SettingValue } from './setting-value.js';

/** Stands for a secret that is set. */
const MASK = '--------';

/** A run of dashes, of whatever length a client made of it. */
export const isMask = (given: unknown): boolean => typeof given === 'string' && /^-+$/.test(given);

/** The settings that a caller may read, secrets masked. */
export type ConfView = Partial<Record<SettingKey, SettingValue>>;

export function confView(get: (key: SettingKey) => SettingValue, access: Access): ConfView {
  const readable = SETTING_KEYS.filter((key) => access.can(SETTING_GROUPS[settingRow(key).group].read));
  return Object.fromEntries(
    readable.map((key) => [key, settingRow(key).type === 'secret' && get(key) !== '' ? MASK : get(key)]),
  );
}
