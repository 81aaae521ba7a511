import { useApi } from '../../api/queries.js';
import { isHub } from '../../api/role.js';
import { outletTitle } from '../../components/outlet-title.js';
import { live, useLiveSummary } from '../../live/live.js';
import type { NamesByPath } from './config-plan-texts.js';

/** The names of everything that a configuration document has ids for. Administrators only see documents. */
export function useConfigNames(): NamesByPath {
  const { data: groups = [] } = useApi('/api/groups', { enabled: !isHub });
  const { data: events = [] } = useApi('/api/events', { enabled: !isHub });
  const { data: actions = [] } = useApi('/api/actions', { enabled: !isHub });
  const { data: users = [] } = useApi('/api/users');
  const { data: roles = [] } = useApi('/api/roles');
  const parts = useLiveSummary(() =>
    JSON.stringify([
      ...live.all('outlets').map((outlet) => [`outlets.${outlet.id}`, outletTitle(outlet)]),
      ...live.all('inlets').map(({ id, inletName }) => [`inlets.${id}`, inletName]),
      ...live.all('banks').map(({ id, bankName }) => [`banks.${id}`, bankName]),
    ]),
  );
  return new Map([
    ...(JSON.parse(parts) as [string, string][]),
    ...groups.map(({ id, groupName }): [string, string] => [`groups.${id}`, groupName]),
    ...events.map(({ id, name }): [string, string] => [`events.${id}`, name]),
    ...actions.map(({ id, name }): [string, string] => [`actions.${id}`, name]),
    ...users.map(({ id, username }): [string, string] => [`users.${id}`, username]),
    ...roles.map(({ id, name }): [string, string] => [`roles.${id}`, name]),
  ]);
}
