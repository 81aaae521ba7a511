import type { Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import type { Pdu } from './pdus/pdu.entity.js';

type WithAccess = { readonly access: Access };

/** True for a user who manages the fleet: makes tokens, and accepts, renames and revokes PDUs. */
export const mayManage = ({ access }: WithAccess): boolean => access.can('modifyNetworkSettings');

/** True for a PDU that the user may see: one that the role lists, or any for who manages the fleet. */
export const mayView = (caller: WithAccess, { id }: Pick<Pdu, 'id'>): boolean =>
  caller.access.mayView(id) || mayManage(caller);

/** True for a PDU at which the user may switch. */
export const maySwitch = ({ access }: WithAccess, { id }: Pick<Pdu, 'id'>): boolean => access.mayModify(id);

/** True for a user who may know the addresses of the network behind the hub, such as that of its broker. */
export const mayKnowAddresses = (caller: WithAccess): boolean =>
  caller.access.can('viewNetworkSettings') || mayManage(caller);

/** True for an id that a list of a role may show to the user: one of the user's own role, or of a PDU that the user may see. */
export const mayKnowId = (caller: WithAccess, id: string): boolean =>
  mayView(caller, { id }) || maySwitch(caller, { id });

/** The sites of the active PDUs that a role may see. */
export const sitesSeenBy = (access: Access, pdus: readonly Pick<Pdu, 'id' | 'site' | 'state'>[]): ReadonlySet<string> =>
  new Set(pdus.flatMap((pdu) => (pdu.state === 'active' && mayView({ access }, pdu) ? [pdu.site] : [])));

/** Throws PDU_NOT_ALLOWED. */
export function assertMayView(caller: WithAccess, pdu: Pick<Pdu, 'id'>): void {
  if (!mayView(caller, pdu)) throw new ApiError('PDU_NOT_ALLOWED', pdu.id, 'viewOutlets');
}

/** Throws PDU_NOT_ALLOWED. */
export function assertMaySwitch(caller: WithAccess, pdu: Pick<Pdu, 'id'>): void {
  if (!maySwitch(caller, pdu)) throw new ApiError('PDU_NOT_ALLOWED', pdu.id, 'modifyOutlets');
}
