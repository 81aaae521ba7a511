import type { Schema } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { useOutletRows, type OutletRow } from '../outlets/outlet-rows.js';

export type Group = Schema['GroupView'];

/** The rights on groups: to change them, and to switch those whose outlets the role may all switch. */
export function useGroupRights() {
  const { rights } = useSession();
  const mayBuild = rights.can('modifyOutletGroups');
  const maySwitchAll = ({ outlets }: Group): boolean => outlets.every(({ id }) => rights.maySwitch(id));
  return {
    mayBuild,
    mayOrder: (group: Group): boolean => mayBuild && maySwitchAll(group),
    maySwitch: (group: Group): boolean =>
      mayBuild && group.outlets.some(({ state }) => state !== undefined) && maySwitchAll(group),
  };
}

/** The outlets of a group in its order, with the values of the stream. */
export function useGroupRows({ outlets }: Group): readonly OutletRow[] {
  const rows = new Map(useOutletRows()?.map((row) => [row.id, row]));
  return outlets.flatMap(({ id }) => rows.get(id) ?? []);
}
