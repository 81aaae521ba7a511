import type { Schema } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { useOutletRows, type OutletRow } from '../outlets/outlet-rows.js';

export type Group = Schema['GroupView'];

/** What the role may do with groups: build them, and switch those whose outlets it may all switch. */
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

/** The outlets of a group, in its order, as the stream knows them. */
export function useGroupRows({ outlets }: Group): readonly OutletRow[] {
  const rows = new Map(useOutletRows()?.map((row) => [row.id, row]));
  return outlets.flatMap(({ id }) => rows.get(id) ?? []);
}
