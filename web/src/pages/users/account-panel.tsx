import { Anchor, Button, Group, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { changedOf } from '../../components/changed-of.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Facts } from '../../components/facts.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';
import { useBefore, useMeanwhile } from '../../components/use-meanwhile.js';
import { UserState } from './user-state.js';
import { covers, type AccountRights } from './user-rights.js';

interface AccountPanelProps {
  readonly user: Schema['UserView'];
  readonly roles: readonly Schema['RoleView'][];
  readonly may: AccountRights;
}

/** The name, role and state of an account. */
export function AccountPanel({ user, roles, may }: AccountPanelProps) {
  const { times } = useSession();
  const texts = words.users;
  const role = roles.find(({ id }) => id === user.roleId);
  return (
    <Panel title={texts.account}>
      <Facts
        hasTimes
        rows={[
          [words.common.state, <UserState user={user} />],
          [
            texts.role,
            <Anchor component={Link} to={`/settings/roles/${user.roleId}`} size="sm">
              {role?.name ?? user.roleId}
            </Anchor>,
          ],
          [texts.created, times.dateTime(user.created)],
          [texts.lastSignIn, user.lastLogin === 0 ? texts.never : times.dateTime(user.lastLogin)],
        ]}
      />
      {may.mayManage && <Form user={user} roles={roles} may={may} />}
    </Panel>
  );
}

function Form({ user, roles, may }: AccountPanelProps) {
  const session = useSession();
  const [edited, setEdited] = useState<Partial<Pick<Schema['UserView'], 'username' | 'roleId'>>>({});
  const { username, roleId } = { ...user, ...edited };
  const changed = changedOf({ username: username.trim(), roleId }, user);
  const isChanged = Object.keys(changed).length > 0;
  const before = useBefore(user, Object.keys(edited).length > 0);
  const meanwhile = useMeanwhile({
    username: words.users.username,
    roleId: [words.users.role, (id: number) => roles.find((role) => role.id === id)?.name],
  });
  const change = useChange(async () => {
    const path = { userId: user.id };
    const body = await meanwhile(changed, before(), () => api.get('/api/users/{userId}', { path }));
    if (Object.keys(body).length > 0) await api.put('/api/users/{userId}', { path, body });
  }, ['/api/user']);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined, {
          onSuccess: () => {
            setEdited((now) => changedOf(now, edited)); // somebody may have typed on meanwhile
            notify(words.common.saved);
          },
        });
      }}
    >
      <Group align="flex-start" gap="md" mt="md">
        <TextInput
          label={words.users.username}
          value={username}
          onChange={({ currentTarget: { value } }) => setEdited({ ...edited, username: value })}
          error={fieldError(change.error, 'username')}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          w={260}
        />
        {may.mayGiveRole && (
          <Select
            label={words.users.role}
            data={roles
              .filter((role) => role.id === user.roleId || covers(session, role))
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(roleId)}
            onChange={(value) => value !== null && setEdited({ ...edited, roleId: Number(value) })}
            error={fieldError(change.error, 'roleId')}
            w={260}
          />
        )}
      </Group>
      <Button type="submit" mt="sm" disabled={!isChanged || username.trim() === ''} loading={change.isPending}>
        {words.common.save}
      </Button>
      <ErrorNote error={change.error} />
    </form>
  );
}
