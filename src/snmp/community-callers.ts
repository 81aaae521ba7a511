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

/** The communities with the settings of each. */
export const COMMUNITIES = [
  { mayWrite: true, secret: 'snmpv12WriteString', role: 'snmpv12WriteRoleId', name: 'SNMP write community' },
  { mayWrite: false, secret: 'snmpv12ReadString', role: 'snmpv12ReadRoleId', name: 'SNMP read community' },
] as const;

type Kind = (typeof COMMUNITIES)[number];

/** Senders of a community that are remembered; all are forgotten when there are more. */
const MAX_SENDERS = 256;

/** A community as it is now, with the principals of its senders: these follow every change by themselves. */
class Community {
  readonly octets: Buffer;
  readonly #principals = new Map<string, Principal>();

  constructor(
    readonly text: string,
    private readonly principalAt: (address: string) => Principal,
  ) {
    this.octets = Buffer.from(text);
  }

  at(address: string): Principal {
    const known = this.#principals.get(address);
    if (known) return known;
    if (this.#principals.size >= MAX_SENDERS) this.#principals.clear();
    const principal = this.principalAt(address);
    this.#principals.set(address, principal);
    return principal;
  }
}

/** The communities of versions 1 and 2c, as the settings have them now. */
export class CommunityCallers implements Communities {
  readonly #withoutRole: { readonly read: Access; readonly write: Access };
  readonly #communities = new Map<Kind, Community>();

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

  find(octets: Buffer, address: string): Principal | undefined {
    for (const kind of COMMUNITIES) {
      const community = this.#community(kind);
      if (community.text === '' || !octets.equals(community.octets)) continue;
      const principal = community.at(address);
      return principal.caller.hasEnded ? undefined : principal;
    }
    return undefined;
  }

  #community(kind: Kind): Community {
    const text = this.settings.get(kind.secret);
    const known = this.#communities.get(kind);
    if (known?.text === text) return known;
    const community = new Community(text, (address) => this.#principal(kind, text, address));
    this.#communities.set(kind, community);
    return community;
  }

  #principal({ mayWrite, secret, role, name }: Kind, text: string, address: string): Principal {
    const caller = roleCaller(this.roles, {
      protocol: 'snmp',
      address,
      roleId: () => this.settings.get(role),
      withoutRole: mayWrite ? this.#withoutRole.write : this.#withoutRole.read,
      name,
      isAdmitted: () => this.isServed && this.settings.get(secret) === text,
    });
    return { key: name, mayWrite, caller };
  }
}

/** True while versions 1 and 2c are on and a community is set. */
export const isCommunityServed = (settings: SettingsStore): boolean =>
  settings.get('snmpv12Enabled') && COMMUNITIES.some(({ secret }) => settings.get(secret) !== '');
