import { Access } from '../common/access.js';
import type { PduModel } from '../hardware/profiles/pdu-model.js';
import { readAccess, roleCaller } from '../protocols/role-caller.js';
import { completePermissions } from '../roles/role-permissions.js';
import type { RolesService } from '../roles/roles.service.js';
import type { SettingsStore } from '../settings/settings.store.js';
import type { Communities, Principal } from './principal.js';

/** The access of the community for writing without a role: it reads all, switches all outlets and changes names. */
export const writeAccess = (model: PduModel): Access => {
  const outlets = model.outlets.map(({ id }) => id);
  const flags = {
    viewInletStats: true,
    modifyInletStats: true,
    viewBankStats: true,
    modifyBankStats: true,
    viewPortInfo: true,
    modifyPortSettings: true,
    viewOutletGroups: true,
    modifyOutletGroups: true,
    viewEventActions: true,
    viewGlobalDeviceSettings: true,
    modifyGlobalDeviceSettings: true,
  };
  return new Access(completePermissions({ ...flags, viewOutlets: outlets, modifyOutlets: outlets }, model), false);
};

const KINDS = [
  { mayWrite: true, secret: 'snmpv12WriteString', role: 'snmpv12WriteRoleId', name: 'SNMP write community' },
  { mayWrite: false, secret: 'snmpv12ReadString', role: 'snmpv12ReadRoleId', name: 'SNMP read community' },
] as const;

/** The communities of versions 1 and 2c, as the settings have them now. */
export class CommunityCallers implements Communities {
  readonly #withoutRole: { readonly read: Access; readonly write: Access };

  constructor(
    private readonly settings: SettingsStore,
    private readonly roles: RolesService,
    model: PduModel,
  ) {
    this.#withoutRole = { read: readAccess(model), write: writeAccess(model) };
  }

  get isServed(): boolean {
    return isCommunityServed(this.settings);
  }

  find(community: Buffer, address: string): Principal | undefined {
    const kind = KINDS.find(({ secret }) => isSame(this.settings.get(secret), community));
    if (!kind) return undefined;
    const { mayWrite, secret, role, name } = kind;
    const text = this.settings.get(secret);
    const caller = roleCaller(this.roles, {
      protocol: 'snmp',
      address,
      roleId: () => this.settings.get(role),
      withoutRole: mayWrite ? this.#withoutRole.write : this.#withoutRole.read,
      name,
      isAdmitted: () => this.isServed && this.settings.get(secret) === text,
    });
    return caller.hasEnded ? undefined : { key: name, mayWrite, caller };
  }
}

/** An empty community is not one. */
const isSame = (text: string, octets: Buffer): boolean =>
  text !== '' && octets.length > 0 && octets.equals(Buffer.from(text));

/** True while versions 1 and 2c are on and a community is set. */
export const isCommunityServed = (settings: SettingsStore): boolean =>
  settings.get('snmpv12Enabled') && KINDS.some(({ secret }) => settings.get(secret) !== '');
