import { Injectable } from '@nestjs/common';
import { ADMINISTRATOR_ROLE_ID } from '../common/access.js';
import { SettingsStore } from '../settings/settings.store.js';

/** The standard roles that the protocol demands besides the Administrator, and the setting that names each. */
export const STANDARD_ROLES = { Operator: 'redfishOperatorRoleId', ReadOnly: 'redfishReadOnlyRoleId' } as const;
export type StandardRole = keyof typeof STANDARD_ROLES;

/** The ids of the roles of the product in this protocol. */
@Injectable()
export class RoleIds {
  constructor(private readonly settings: SettingsStore) {}

  /** `Administrator`, `Operator`, `ReadOnly`, or `Role7`. */
  idOf(roleId: number): string {
    if (roleId === ADMINISTRATOR_ROLE_ID) return 'Administrator';
    return this.standardOf(roleId) ?? `Role${roleId}`;
  }

  /** The number of the role with this id; undefined for a text that is no id. */
  numberOf(id: string): number | undefined {
    if (id === 'Administrator') return ADMINISTRATOR_ROLE_ID;
    if (id === 'Operator' || id === 'ReadOnly') return this.settings.get(STANDARD_ROLES[id]) || undefined;
    const number = Number(/^Role([1-9]\d{0,8})$/.exec(id)?.[1] ?? 0);
    return number === 0 || this.idOf(number) !== id ? undefined : number;
  }

  standardOf(roleId: number): StandardRole | undefined {
    return (['Operator', 'ReadOnly'] as const).find((name) => this.settings.get(STANDARD_ROLES[name]) === roleId);
  }
}
