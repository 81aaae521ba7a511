import type { Access } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import type { HistoryObject } from './history-objects.js';

/** True if a caller may see the history of an object, which needs the permission for the object itself. */
export function mayView(access: Access, { kind, id }: Pick<HistoryObject, 'kind' | 'id'>): boolean {
  if (kind === 'outlet') return access.mayView(id);
  return access.can(VIEW[kind]);
}

/** Throws NOT_ALLOWED or OUTLET_NOT_ALLOWED unless the caller may see the object. */
export function assertViewable(access: Access, object: HistoryObject): void {
  if (mayView(access, object)) return;
  if (object.kind === 'outlet') throw new ApiError('OUTLET_NOT_ALLOWED', object.id, 'viewOutlets');
  throw new ApiError('NOT_ALLOWED', VIEW[object.kind]);
}

/** True if a caller may change the object, and so reset its extremes. */
export function mayModify(access: Access, { kind, id }: HistoryObject): boolean {
  return kind === 'outlet' ? access.mayModify(id) : access.can(MODIFY[kind]);
}

/** Throws NOT_ALLOWED or OUTLET_NOT_ALLOWED unless the caller may change the object. */
export function assertModifiable(access: Access, object: HistoryObject): void {
  if (mayModify(access, object)) return;
  if (object.kind === 'outlet') throw new ApiError('OUTLET_NOT_ALLOWED', object.id, 'modifyOutlets');
  throw new ApiError('NOT_ALLOWED', MODIFY[object.kind]);
}

const VIEW = {
  inlet: 'viewInletStats',
  line: 'viewInletStats',
  bank: 'viewBankStats',
  sensor: 'viewPortInfo',
} as const;
const MODIFY = {
  inlet: 'modifyInletStats',
  line: 'modifyInletStats',
  bank: 'modifyBankStats',
  sensor: 'modifyPortSettings',
} as const;
