import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { fieldError } from '../../parts/error-note.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { say } from '../../parts/toasts.js';
import { covers } from './user-rights.js';

interface CreateUserProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly roles: readonly Schema['RoleView'][];
}

/** Asks for a new account; only roles are offered that the caller may give. */
export function CreateUser({ opened, ...props }: CreateUserProps) {
  return opened ? <Form {...props} /> : null;
}

function Form({ onClose, roles }: Omit<CreateUserProps, 'opened'>) {
  const session = useSession();
  const navigate = useNavigate();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [roleId, setRoleId] = useState<string | null>(null);
  const words = en.users;
  const create = useChange(
    () => api.post('/api/users', { body: { username: username.trim(), password, roleId: Number(roleId) } }),
    ['/api/users'],
  );
  const submit = async (): Promise<void> => {
    const user = await create.mutateAsync(undefined);
    say(words.createdUser(user.username));
    void navigate(`/settings/users/${user.id}`);
  };
  return (
    <FormDialog
      title={words.create}
      opened
      onClose={onClose}
      submit={words.create}
      onSubmit={submit}
      isIncomplete={username.trim() === '' || password === '' || roleId === null}
    >
      <TextInput
        label={words.username}
        value={username}
        onChange={({ currentTarget: { value } }) => setUsername(value)}
        error={fieldError(create.error, 'username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <PasswordInput
        label={words.password}
        description={words.passwordHelp}
        value={password}
        onChange={({ currentTarget: { value } }) => setPassword(value)}
        error={fieldError(create.error, 'password')}
        autoComplete="new-password"
      />
      <Select
        label={words.role}
        data={roles.filter((role) => covers(session, role)).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={roleId}
        onChange={setRoleId}
        error={fieldError(create.error, 'roleId')}
      />
    </FormDialog>
  );
}
