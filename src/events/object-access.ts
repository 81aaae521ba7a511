import type { EventObjectKind } from '../actions/event-occurrence.js';
import type { Access, PermissionFlag } from '../common/access.js';
import { ApiError } from '../common/errors.js';
import { areMet, type Need } from '../outbox/need.js';
import type { EventObject } from './engine/compiled-rule.js';

/** The permission of the object's own resource; outlets have a list in its place, and some are nobody's secret. */
const READ_BY: Readonly<Record<Exclude<EventObjectKind, 'outlet'>, PermissionFlag | undefined>> = {
  inlet: 'viewInletStats',
  line: 'viewInletStats',
  bank: 'viewBankStats',
  sensor: 'viewPortInfo',
  hub: 'viewPortInfo',
  system: undefined,
  network: undefined,
};

/** True if a role may see the measurements of an object. */
export function mayRead(access: Access, kind: EventObjectKind, id: string): boolean {
  return areMet(access, needsOfObject(kind, id));
}

/** The rights that reading the measurements of an object needs. */
export function needsOfObject(kind: EventObjectKind, id: string): readonly Need[] {
  if (kind === 'outlet') return [`outlet:${id}`];
  const flag = READ_BY[kind];
  return flag === undefined ? [] : [flag];
}

/** Throws NOT_ALLOWED or OUTLET_NOT_ALLOWED for the first object that a role may not see. */
export function assertReadable(access: Access, objects: readonly EventObject[]): void {
  const hidden = objects.find(({ kind, id }) => !mayRead(access, kind, id));
  if (!hidden) return;
  if (hidden.kind === 'outlet') throw new ApiError('OUTLET_NOT_ALLOWED', hidden.id, 'viewOutlets');
  throw new ApiError('NOT_ALLOWED', READ_BY[hidden.kind] ?? 'viewEventActions');
}
