import { ApiProperty } from '@nestjs/swagger';
import { OUTLET_LISTS, PERMISSION_DESCRIPTIONS, PERMISSION_FLAGS, type Permissions } from '../common/access.js';
import type { OutletId } from '../common/ids.js';
import type { RoleEntity } from './role.entity.js';

const flags = PERMISSION_FLAGS.map((flag) => [
  flag,
  { type: 'boolean', description: PERMISSION_DESCRIPTIONS[flag], example: flag.startsWith('view') },
]);
const lists = OUTLET_LISTS.map((list) => [list, { type: 'array', items: { type: 'string', example: '1-1200578' } }]);

/** A role: what its users may see and do. */
export class RoleView {
  /** 1 is the Administrator. @example 2 */
  id: number;
  /** @example "Operators of row 7" */
  name: string;
  /** @example "Switch the databases, read everything." */
  description: string;
  @ApiProperty({
    type: 'object',
    properties: Object.fromEntries([...flags, ...lists]) as Record<string, object>,
    required: [...PERMISSION_FLAGS, ...OUTLET_LISTS],
    selfRequired: true,
  })
  permissions: Permissions;
  /** Present only when true, at a hub: the lists name PDUs that the caller may not view, which are left out here. */
  hasHiddenOutlets?: true;
}

export const roleView = ({ id, name, description, permissions }: RoleEntity): RoleView => ({
  id,
  name,
  description,
  permissions,
});

/** @param mayKnowId false for an id that the reader of the role may not know, which its lists leave out */
export function roleViewFor(role: RoleEntity, mayKnowId: (id: OutletId) => boolean): RoleView {
  const { viewOutlets, modifyOutlets } = role.permissions;
  if ([...viewOutlets, ...modifyOutlets].every(mayKnowId)) return roleView(role);
  const known = { viewOutlets: viewOutlets.filter(mayKnowId), modifyOutlets: modifyOutlets.filter(mayKnowId) };
  return { ...roleView(role), permissions: { ...role.permissions, ...known }, hasHiddenOutlets: true };
}
