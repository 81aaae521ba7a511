import { assertNoPrivilegeEscalation, type Access } from '../common/access.js';
import type { SettingKey, SettingValue, SettingValues } from '../settings/setting-value.js';
import type { SettingsStore } from '../settings/settings.store.js';

/** Settings that give rights to somebody, with the values that only take something away. */
export type GivingSettings = readonly (readonly [SettingKey, taking?: SettingValue])[];

/** True if a change of these settings gives something. */
export const givesRights = (settings: GivingSettings, before: SettingValues, after: SettingValues): boolean =>
  settings.some(([key, taking]) => before[key] !== after[key] && after[key] !== taking);

/** The rights that a protocol gives to clients without an account. */
interface GivenRights {
  readonly givenBy: GivingSettings;
  /** The access with these settings; undefined where nobody gets it. */
  readonly access: (settings: SettingValues) => Access | undefined;
}

/** From now on only a client who has these rights can give them: throws RIGHTS_NOT_COVERED for others. */
export function guardGivenRights(settings: SettingsStore, { givenBy, access }: GivenRights): void {
  settings.addCheck((_, after, client) => {
    const granted = givesRights(givenBy, settings.values, after) ? access(after) : undefined;
    if (granted) assertNoPrivilegeEscalation({ access: client }, granted);
  });
}
