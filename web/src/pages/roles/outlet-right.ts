import type { Permissions } from '../../session/rights.js';

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
