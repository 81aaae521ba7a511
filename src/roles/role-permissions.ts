import { OUTLET_LISTS, PERMISSION_FLAGS, type OutletListName, type Permissions } from '../common/access.js';
import type { OutletId } from '../common/ids.js';

/** Flags and lists as a body sends them, or as an older version stored them: any of them may be missing. */
export type PartialPermissions = { readonly [K in keyof Permissions]?: Permissions[K] | undefined };

/** The members of a PDU model that are used here. */
interface Outlets {
  readonly outlets: readonly { readonly id: OutletId }[];
}

/** Every flag and list written out; outlets in the model's order, each once, and none that this model does not have. */
export function completePermissions(some: PartialPermissions, model: Outlets): Permissions {
  const flags = PERMISSION_FLAGS.map((flag) => [flag, some[flag] ?? false]);
  const lists = OUTLET_LISTS.map((list) => [list, inModelOrder(some[list] ?? [], model)]);
  return Object.fromEntries([...flags, ...lists]) as Permissions;
}

/** The permissions that the Administrator's role shows. */
export function allPermissions(model: Outlets): Permissions {
  const flags = PERMISSION_FLAGS.map((flag) => [flag, true]);
  const lists = OUTLET_LISTS.map((list) => [list, model.outlets.map(({ id }) => id)]);
  return Object.fromEntries([...flags, ...lists]) as Permissions;
}

/** The members sent take the place of those before. */
export function mergedPermissions(before: PartialPermissions, sent: PartialPermissions, model: Outlets): Permissions {
  const given = (Object.keys(sent) as (keyof PartialPermissions)[]).filter((name) => sent[name] !== undefined);
  return completePermissions({ ...before, ...Object.fromEntries(given.map((name) => [name, sent[name]])) }, model);
}

/** The first entry of a list that is no outlet of this model. */
export function unknownOutlet(
  sent: PartialPermissions,
  model: Outlets,
): { readonly list: OutletListName; readonly outlet: string } | undefined {
  const known = new Set(model.outlets.map(({ id }) => id));
  for (const list of OUTLET_LISTS) {
    const outlet = sent[list]?.find((id) => !known.has(id));
    if (outlet !== undefined) return { list, outlet };
  }
  return undefined;
}

/** The same permissions if no list names the outlet. */
export function withoutOutlet(permissions: Permissions, id: OutletId): Permissions {
  if (!OUTLET_LISTS.some((list) => permissions[list].includes(id))) return permissions;
  const lists = OUTLET_LISTS.map((list) => [list, permissions[list].filter((each) => each !== id)]);
  return { ...permissions, ...(Object.fromEntries(lists) as Pick<Permissions, OutletListName>) };
}

function inModelOrder(listed: readonly OutletId[], { outlets }: Outlets): readonly OutletId[] {
  const wanted = new Set(listed);
  return outlets.map(({ id }) => id).filter((id) => wanted.has(id));
}
