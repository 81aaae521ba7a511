import { PasswordInput, Select, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { fieldError } from '../../components/error-note.js';
import { FormDialog } from '../../components/form-dialog.js';
import { notify } from '../../components/toasts.js';
import { outletTitle } from '../../components/outlet-title.js';
import { useOutletRows } from '../outlets/outlet-rows.js';
import { outletsIn } from './outlet-numbers.js';
import { covers } from './user-rights.js';

interface CreateUserProps {
  readonly onClose: () => void;
  readonly roles: readonly Schema['RoleView'][];
}

/** The dialog for a new account; it offers only the roles that the caller may assign. */
export function CreateUser({ onClose, roles }: CreateUserProps) {
  const session = useSession();
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [roleId, setRoleId] = useState<string | null>(null);
  const texts = words.users;
  const rows = useOutletRows() ?? [];
  const own = rows.filter(({ id }) => session.rights.maySwitch(id));
  const [numbers, setNumbers] = useState('');
  const chosen = outletsIn(numbers, own);
  const isForOutlets = numbers.trim() !== '';
  const create = useChange(async () => {
    const account = { username: username.trim(), password };
    if (!isForOutlets) return api.post('/api/users', { body: { ...account, roleId: Number(roleId) } });
    return createWithRole(
      account,
      (chosen ?? []).map(({ id }) => id),
    );
  }, ['/api/users', '/api/roles']);
  const submit = async (): Promise<void> => {
    const user = await create.mutateAsync(undefined);
    notify(texts.createdUser(user.username));
    void navigate(`/settings/users/${user.id}`);
  };
  return (
    <FormDialog
      title={texts.create}
      onClose={onClose}
      submit={texts.create}
      onSubmit={submit}
      isIncomplete={
        username.trim() === '' || password === '' || (isForOutlets ? (chosen ?? []).length === 0 : roleId === null)
      }
    >
      <TextInput
        label={texts.username}
        value={username}
        onChange={({ currentTarget: { value } }) => setUsername(value)}
        error={fieldError(create.error, 'username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <PasswordInput
        label={texts.password}
        description={texts.passwordHelp}
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        error={fieldError(create.error, 'password')}
        autoComplete="new-password"
      />
      <Select
        label={texts.role}
        data={roles.filter((role) => covers(session, role)).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={roleId}
        onChange={setRoleId}
        disabled={isForOutlets}
        error={fieldError(create.error, 'roleId')}
      />
      {own.length > 0 && (
        <TextInput
          label={texts.onlyOutlets}
          description={texts.onlyOutletsHelp}
          value={numbers}
          onChange={({ currentTarget: { value } }) => setNumbers(value)}
          error={chosen ? undefined : texts.onlyOutletsWrong}
          autoComplete="off"
        />
      )}
      {isForOutlets && chosen && (
        <Text size="sm" role="status">
          {chosen.map((row) => `${row.outletIndex} ${outletTitle(row)}`).join(', ')}
        </Text>
      )}
    </FormDialog>
  );
}

/** Creates a role that views and switches these outlets only, and the account with it; neither if one is refused. */
async function createWithRole(
  account: { readonly username: string; readonly password: string },
  outlets: string[],
): Promise<Schema['UserView']> {
  const permissions = { viewOutlets: outlets, modifyOutlets: outlets };
  const name = words.users.roleOf(account.username).slice(0, LONGEST_NAME);
  const role = await api.post('/api/roles', { body: { name, description: '', permissions } });
  try {
    return await api.post('/api/users', { body: { ...account, roleId: role.id } });
  } catch (error) {
    await api.delete('/api/roles/{roleId}', { path: { roleId: String(role.id) } });
    throw error;
  }
}

const LONGEST_NAME = 100;
