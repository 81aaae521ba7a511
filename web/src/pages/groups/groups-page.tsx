import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useApi } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { DataTable } from '../../parts/data-table.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { Waiting } from '../../parts/waiting.js';
import { groupColumns } from './group-columns.js';
import { GroupForm } from './group-form.js';
import { useGroupDeeds } from './use-group-deeds.js';
import { useGroupRights, type Group } from './use-groups.js';

/** The groups: what they carry now, switching and building them. */
export default function GroupsPage() {
  const { data: groups, error } = useApi('/api/groups', { every: 2_000 });
  const { mayBuild, maySwitch } = useGroupRights();
  const deeds = useGroupDeeds();
  const navigate = useNavigate();
  const [form, setForm] = useState<{ group?: Group }>();
  return (
    <Page
      title={en.titles.groups}
      actions={mayBuild && <Button onClick={() => setForm({})}>{en.groups.create}</Button>}
    >
      <ErrorNote error={error} />
      {groups ? (
        <DataTable
          label={en.titles.groups}
          columns={groupColumns({ deeds, maySwitch, mayBuild, onEdit: (group) => setForm({ group }) })}
          rows={groups}
          rowKey={({ id }) => id}
          rowName={({ groupName }) => groupName}
          searchText={({ groupName, outlets }) => [groupName, ...outlets.map(({ outletName }) => outletName)].join(' ')}
          empty={en.groups.empty}
        />
      ) : (
        !error && <Waiting />
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
