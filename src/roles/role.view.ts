import { ApiProperty } from '@nestjs/swagger';
import { OUTLET_LISTS, PERMISSION_DESCRIPTIONS, PERMISSION_FLAGS, type Permissions } from '../common/access.js';
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
}

export const roleView = ({ id, name, description, permissions }: RoleEntity): RoleView => ({
  id,
  name,
  description,
  permissions,
});
