import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { fieldError } from '../../components/error-note.js';
import { FormDialog } from '../../components/form-dialog.js';
import { notify } from '../../components/toasts.js';

interface AddSshKeyProps {
  readonly userId: string;
  readonly onClose: () => void;
}

/** The dialog for a new SSH key. */
export function AddSshKey({ userId, onClose }: AddSshKeyProps) {
  const [sshKeyName, setName] = useState('');
  const [sshKey, setKey] = useState('');
  const texts = words.sshKeys;
  const add = useChange(
    () =>
      api.post('/api/users/{userId}/sshKey', {
        path: { userId },
        body: { sshKeyName: sshKeyName.trim(), sshKey: sshKey.trim() },
      }),
    ['/api/user'],
  );
  return (
    <FormDialog
      title={texts.add}
      onClose={onClose}
      size="lg"
      submit={words.common.add}
      isIncomplete={sshKey.trim() === ''}
      onSubmit={async () => {
        await add.mutateAsync(undefined);
        notify(texts.added);
      }}
    >
      <Textarea
        label={texts.key}
        description={texts.keyHelp}
        value={sshKey}
        onChange={({ currentTarget: { value } }) => setKey(value)}
        error={fieldError(add.error, 'sshKey')}
        rows={4}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        data-autofocus
      />
      <TextInput
        label={texts.label}
        description={texts.labelHelp}
        value={sshKeyName}
        onChange={({ currentTarget: { value } }) => setName(value)}
        error={fieldError(add.error, 'sshKeyName')}
        maxLength={100}
      />
    </FormDialog>
  );
}
