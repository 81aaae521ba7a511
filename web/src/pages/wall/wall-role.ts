import type { PermissionFlag, Permissions, Rights } from '../../session/rights.js';

/** The role of all wall screens; its name is the same in every language, so that it is found again. */
export const WALL_ROLE = 'Wall screen';
/** The permissions by which a wall screen reads. */
const SHOWN: readonly PermissionFlag[] = ['viewInletStats', 'viewBankStats', 'viewPortInfo', 'viewEventActions'];

/** True for a role that changes nothing: only flags of reading, and no outlet that it may switch. */
export function isViewOnly(permissions: Partial<Permissions>): boolean {
  const flags = Object.entries(permissions).filter(([, value]) => value === true);
  return flags.every(([name]) => name.startsWith('view')) && (permissions.modifyOutlets ?? []).length === 0;
}

/** The permissions of a new role of wall screens; nobody can grant more than they have. */
export const wallPermissions = (rights: Rights, outlets: readonly string[]): Partial<Permissions> => ({
  ...Object.fromEntries(SHOWN.filter((flag) => rights.can(flag)).map((flag) => [flag, true])),
  viewOutlets: [...outlets],
});

/** The first name of "wall-1", "wall-2" … that no user has. */
export function freeName(taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()));
  let count = 1;
  while (names.has(`wall-${count}`)) count++;
  return `wall-${count}`;
}
