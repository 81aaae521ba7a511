import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { fieldError } from '../../parts/error-note.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { say } from '../../parts/toasts.js';

interface AddSshKeyProps {
  readonly userId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for a public key. */
export function AddSshKey({ opened, ...props }: AddSshKeyProps) {
  return opened ? <Form {...props} /> : null;
}

function Form({ userId, onClose }: Omit<AddSshKeyProps, 'opened'>) {
  const [sshKeyName, setName] = useState('');
  const [sshKey, setKey] = useState('');
  const words = en.sshKeys;
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
      title={words.add}
      opened
      onClose={onClose}
      size="lg"
      submit={en.common.add}
      isIncomplete={sshKey.trim() === ''}
      onSubmit={async () => {
        await add.mutateAsync(undefined);
        say(words.added);
      }}
    >
      <Textarea
        label={words.key}
        description={words.keyHelp}
        value={sshKey}
        onChange={({ currentTarget: { value } }) => setKey(value)}
        error={fieldError(add.error, 'sshKey')}
        rows={4}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        data-autofocus
      />
      <TextInput
        label={words.label}
        description={words.labelHelp}
        value={sshKeyName}
        onChange={({ currentTarget: { value } }) => setName(value)}
        error={fieldError(add.error, 'sshKeyName')}
        maxLength={100}
      />
    </FormDialog>
  );
}
