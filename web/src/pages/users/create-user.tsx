import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { fieldError } from '../../components/error-note.js';
import { FormDialog } from '../../components/form-dialog.js';
import { notify } from '../../components/toasts.js';
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
  const create = useChange(
    () => api.post('/api/users', { body: { username: username.trim(), password, roleId: Number(roleId) } }),
    ['/api/users'],
  );
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
      isIncomplete={username.trim() === '' || password === '' || roleId === null}
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
        error={fieldError(create.error, 'roleId')}
      />
    </FormDialog>
  );
}
