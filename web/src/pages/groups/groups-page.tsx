import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { DataTable } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { groupColumns } from './group-columns.js';
import { GroupForm } from './group-form.js';
import { useGroupCommands } from './use-group-commands.js';
import { useGroupRights, type Group } from './use-groups.js';

/** The list of groups with their states and loads. */
export default function GroupsPage() {
  const { data: groups, error } = useApi('/api/groups', { every: 2_000 });
  const { mayBuild, maySwitch } = useGroupRights();
  const commands = useGroupCommands();
  const navigate = useNavigate();
  const [form, setForm] = useState<{ group?: Group }>();
  return (
    <Page
      title={words.titles.groups}
      actions={mayBuild && <Button onClick={() => setForm({})}>{words.groups.create}</Button>}
    >
      <ErrorNote error={error} />
      {groups ? (
        <DataTable
          label={words.titles.groups}
          columns={groupColumns({ commands, maySwitch, mayBuild, onEdit: (group) => setForm({ group }) })}
          rows={groups}
          rowKey={({ id }) => id}
          rowName={({ groupName }) => groupName}
          searchText={({ groupName, outlets }) => [groupName, ...outlets.map(({ outletName }) => outletName)].join(' ')}
          empty={words.groups.empty}
        />
      ) : (
        !error && <Loading />
      )}
      {form && (
        <GroupForm
          group={form.group}
          onClose={() => setForm(undefined)}
          onSaved={({ id }) => void (form.group ?? navigate(`/groups/${id}`))}
        />
      )}
    </Page>
  );
}
