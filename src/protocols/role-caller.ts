import { Access, type CallerWithAddress, type ProtocolName } from '../common/access.js';
import type { PduModel } from '../hardware/profiles/pdu-model.js';
import { completePermissions } from '../roles/role-permissions.js';
import type { RolesService } from '../roles/roles.service.js';

interface RoleCallerOptions {
  readonly protocol: ProtocolName;
  readonly address: string;
  /** The id of the role; 0 for none. */
  readonly roleId: () => number;
  /** The access without a role. */
  readonly withoutRole: Access;
  /** The name in the audit log without a role. */
  readonly name: string;
  /** False once the setting that admits the caller says otherwise. */
  readonly isAdmitted: () => boolean;
}

/** The access of the role with this id; 0 stands for none. */
export const accessOfRole = (roles: RolesService, id: number, withoutRole: Access): Access =>
  id === 0 ? withoutRole : roles.accessOf(id);

/**
 * A caller with the rights of a role and without a user, as a protocol admits them that has no sign-in; always with the
 * rights of now. Commands of each address have a queue and a budget of their own.
 */
export function roleCaller(
  roles: RolesService,
  { protocol, address, roleId, withoutRole, name, isAdmitted }: RoleCallerOptions,
): CallerWithAddress {
  return {
    userId: `${protocol}:${address}`,
    credential: { kind: protocol },
    address,
    get username() {
      const id = roleId();
      return id !== 0 && roles.has(id) ? roles.find(id).name : name;
    },
    get access() {
      return accessOfRole(roles, roleId(), withoutRole);
    },
    get hasEnded() {
      const id = roleId();
      return !isAdmitted() || (id !== 0 && !roles.has(id));
    },
  };
}

/** The access to read every object of the PDU, and none to change anything. */
export const readAccess = (model: PduModel): Access =>
  new Access(
    completePermissions(
      {
        viewInletStats: true,
        viewBankStats: true,
        viewPortInfo: true,
        viewOutletGroups: true,
        viewEventActions: true,
        viewGlobalDeviceSettings: true,
        viewOutlets: model.outlets.map(({ id }) => id),
      },
      model,
    ),
    false,
  );
