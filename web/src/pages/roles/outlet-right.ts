import type { Permissions, Rights } from '../../session/rights.js';

/** The permission on an outlet; the permission to switch includes that to view. */
export type OutletRight = 'modify' | 'view' | 'none';

/** The two lists after some outlets were given a permission; other outlets stay in them. */
export function withRight(
  { viewOutlets, modifyOutlets }: Pick<Permissions, 'viewOutlets' | 'modifyOutlets'>,
  outlets: Iterable<string>,
  right: OutletRight,
): Pick<Permissions, 'viewOutlets' | 'modifyOutlets'> {
  const [view, modify] = [new Set(viewOutlets), new Set(modifyOutlets)];
  for (const id of outlets) {
    if (right === 'none') view.delete(id);
    else view.add(id);
    if (right === 'modify') modify.add(id);
    else modify.delete(id);
  }
  return { viewOutlets: [...view], modifyOutlets: [...modify] };
}

/** True if the user may give a role this permission on an outlet: nobody gives one that their own role lacks. */
export function mayGive(rights: Rights, outlet: string, right: OutletRight): boolean {
  if (rights.isAdministrator || right === 'none') return true;
  return rights.mayView(outlet) && (right === 'view' || rights.maySwitch(outlet));
}
