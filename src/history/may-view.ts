import type { Access } from '../kernel/access.js';
import { ApiError } from '../kernel/errors.js';
import type { Thing } from './things.js';

/** Whether a caller may see the history of a thing: the permission that shows him the thing itself. */
export function mayView(access: Access, { kind, id }: Thing): boolean {
  if (kind === 'outlet') return access.mayView(id);
  return access.can(VIEW[kind]);
}

/** Throws NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
export function mustView(access: Access, thing: Thing): void {
  if (mayView(access, thing)) return;
  if (thing.kind === 'outlet') throw new ApiError('OUTLET_NOT_ALLOWED', thing.id, 'viewOutlets');
  throw new ApiError('NOT_ALLOWED', VIEW[thing.kind]);
}

/** Whether a caller may change the thing, and so let its extremes begin anew. */
export function mayModify(access: Access, { kind, id }: Thing): boolean {
  return kind === 'outlet' ? access.mayModify(id) : access.can(MODIFY[kind]);
}

/** Throws NOT_ALLOWED or OUTLET_NOT_ALLOWED. */
export function mustModify(access: Access, thing: Thing): void {
  if (mayModify(access, thing)) return;
  if (thing.kind === 'outlet') throw new ApiError('OUTLET_NOT_ALLOWED', thing.id, 'modifyOutlets');
  throw new ApiError('NOT_ALLOWED', MODIFY[thing.kind]);
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
