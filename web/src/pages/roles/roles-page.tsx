import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { en } from '../../language/en.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { FLAGS } from './areas.js';
import { CreateRole } from './create-role.js';

type Row = Schema['RoleView'] & { readonly users: number };

export default function RolesPage() {
  const { rights } = useSession();
  const { data: roles, error } = useApi('/api/roles');
  const { data: users } = useApi('/api/users');
  const [isCreating, setCreating] = useState(false);
  const rows = roles?.map((role): Row => ({
    ...role,
    users: users?.filter(({ roleId }) => roleId === role.id).length ?? 0,
  }));
  return (
    <Page
      title={en.titles.roles}
      actions={rights.can('modifyUsers') && <Button onClick={() => setCreating(true)}>{en.roles.create}</Button>}
    >
      <ErrorNote error={error} />
      {!rows && !error && <Loading />}
      {rows && (
        <DataTable
          label={en.titles.roles}
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => String(id)}
          rowName={({ name }) => name}
          searchText={({ name, description }) => `${name} ${description}`}
        />
      )}
      {isCreating && <CreateRole onClose={() => setCreating(false)} roles={roles ?? []} />}
    </Page>
  );
}

const flagCount = ({ permissions }: Row): number => FLAGS.filter((flag) => permissions?.[flag]).length;

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    header: en.common.name,
    sort: ({ name }) => name,
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/settings/roles/${id}`} fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  { key: 'description', header: en.common.description, isMinor: true, cell: ({ description }) => description },
  {
    key: 'flags',
    header: en.roles.flags,
    sort: flagCount,
    cell: (role) => en.roles.flagsOf(flagCount(role), FLAGS.length),
  },
  {
    key: 'outlets',
    header: en.roles.outlets,
    cell: ({ permissions }) =>
      en.roles.outletsOf(permissions?.viewOutlets.length ?? 0, permissions?.modifyOutlets.length ?? 0),
  },
  { key: 'users', header: en.roles.users, align: 'right', sort: ({ users }) => users, cell: ({ users }) => users },
];
