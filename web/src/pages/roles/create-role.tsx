import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { fieldError } from '../../components/error-note.js';
import { FormDialog } from '../../components/form-dialog.js';
import { covers } from '../users/user-rights.js';

interface CreateRoleProps {
  readonly onClose: () => void;
  readonly roles: readonly Schema['RoleView'][];
}

/** The dialog for a new role; it leads to the page of the role, where its permissions are set. */
export function CreateRole({ onClose, roles }: CreateRoleProps) {
  const session = useSession();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [like, setLike] = useState('');
  const texts = words.roles;
  const create = useChange(() => {
    const permissions = roles.find(({ id }) => String(id) === like)?.permissions;
    return api.post('/api/roles', { body: { name: name.trim(), description, ...(permissions && { permissions }) } });
  }, ['/api/roles']);
  return (
    <FormDialog
      title={texts.create}
      onClose={onClose}
      submit={texts.create}
      isIncomplete={name.trim() === ''}
      onSubmit={async () => {
        const { id } = await create.mutateAsync(undefined);
        void navigate(`/settings/roles/${id}`);
      }}
    >
      <TextInput
        label={words.common.name}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
        error={fieldError(create.error, 'name')}
        maxLength={100}
        data-autofocus
      />
      <TextInput
        label={words.common.description}
        value={description}
        onChange={({ currentTarget: { value } }) => setDescription(value)}
        error={fieldError(create.error, 'description')}
        maxLength={1000}
      />
      <Select
        label={texts.like}
        data={[
          { value: '', label: texts.nothing },
          ...roles
            .filter((role) => covers(session, role))
            .map((role) => ({ value: String(role.id), label: role.name })),
        ]}
        value={like}
        onChange={(value) => setLike(value ?? '')}
      />
    </FormDialog>
  );
}
