import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Schema } from '../../api/client.js';
import { useApi } from '../../api/queries.js';
import { isHub } from '../../api/role.js';
import { useSession, type Session } from '../../session/session.js';
import { words } from '../../language/words.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { Loading } from '../../components/loading.js';
import { CreateUser } from './create-user.js';
import { UserState } from './user-state.js';

type Row = Schema['UserView'] & { readonly roleName: string };

export default function UsersPage() {
  const session = useSession();
  const { data: users, error } = useApi('/api/users');
  const { data: roles, isFetched } = useApi('/api/roles');
  const [isCreating, setCreating] = useState(false);
  const known = isFetched ? users : undefined;
  const rows = known?.map((user): Row => ({
    ...user,
    roleName: roles?.find(({ id }) => id === user.roleId)?.name ?? '',
  }));
  return (
    <Page
      title={words.titles.users}
      actions={
        session.rights.can('modifyUsers') && <Button onClick={() => setCreating(true)}>{words.users.create}</Button>
      }
    >
      <ErrorNote error={error} />
      {!rows && !error && <Loading />}
      {rows && (
        <DataTable
          label={words.titles.users}
          columns={columns(session)}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ username }) => username}
          searchText={({ username, roleName }) => `${username} ${roleName}`}
        />
      )}
      {isCreating && <CreateUser onClose={() => setCreating(false)} roles={roles ?? []} />}
    </Page>
  );
}

const columns = ({ user, times }: Session): Column<Row>[] => [
  {
    key: 'name',
    header: words.users.username,
    sort: ({ username }) => username,
    cell: ({ id, username }) => (
      <>
        <Anchor component={Link} to={`/settings/users/${id}`} fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {username}
        </Anchor>
        {id === user.id && ` (${words.users.you})`}
      </>
    ),
  },
  {
    key: 'state',
    header: words.common.state,
    width: '130px',
    sort: ({ enabled, userIsLocked }) => (enabled ? (userIsLocked ? 1 : 0) : 2),
    cell: (row) => <UserState user={row} />,
  },
  { key: 'role', header: words.users.role, sort: ({ roleName }) => roleName, cell: ({ roleName }) => roleName },
  {
    key: 'lastLogin',
    header: words.users.lastSignIn,
    width: '170px',
    sort: ({ lastLogin }) => lastLogin,
    cell: ({ lastLogin }) => (lastLogin === 0 ? words.users.never : times.dateTime(lastLogin)),
  },
  {
    key: 'token',
    header: words.users.token,
    isMinor: true,
    sort: ({ accessToken }) => accessToken,
    cell: ({ accessToken }) => (accessToken === '' ? words.common.none : `${accessToken}…`),
  },
  // A hub has no shell.
  ...(isHub ? [] : [sshKeyColumn()]),
];

const sshKeyColumn = (): Column<Row> => ({
  key: 'keys',
  header: words.users.sshKeys,
  isMinor: true,
  align: 'right',
  sort: ({ sshKeys }) => sshKeys.length,
  cell: ({ sshKeys }) => sshKeys.length,
});
