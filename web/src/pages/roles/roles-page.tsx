import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { isHub } from '../../api/role.js';
import { useApi } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { FLAGS, HUB_FLAGS } from './areas.js';
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
      title={words.titles.roles}
      actions={rights.can('modifyUsers') && <Button onClick={() => setCreating(true)}>{words.roles.create}</Button>}
    >
      <ErrorNote error={error} />
      {!rows && !error && <Loading />}
      {rows && (
        <DataTable
          label={words.titles.roles}
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

const SHOWN = isHub ? HUB_FLAGS : FLAGS;
const flagCount = ({ permissions }: Row): number => SHOWN.filter((flag) => permissions[flag]).length;

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    header: words.common.name,
    sort: ({ name }) => name,
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/settings/roles/${id}`} fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  { key: 'description', header: words.common.description, isMinor: true, cell: ({ description }) => description },
  {
    key: 'flags',
    header: words.roles.flags,
    sort: flagCount,
    cell: (role) => words.roles.flagsOf(flagCount(role), SHOWN.length),
  },
  {
    key: 'outlets',
    header: words.roles.outlets,
    cell: ({ permissions: { viewOutlets, modifyOutlets }, hasHiddenOutlets = false }) =>
      words.roles.outletsOf(viewOutlets.length, modifyOutlets.length, hasHiddenOutlets),
  },
  { key: 'users', header: words.roles.users, align: 'right', sort: ({ users }) => users, cell: ({ users }) => users },
];
