import type { Permissions } from '../../app/rights.js';

/** Who may switch an outlet sees it too. */
export type OutletRight = 'modify' | 'view' | 'none';

/** The two lists after these outlets were given a right; what else is in them stays. */
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
