import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { ErrorNote, fieldError } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say } from '../../parts/toasts.js';

const NOTHING = { currentPassword: '', newPassword: '', repeated: '' };

/** Changes the password of an account; the server wants the present one of it, whoever asks. */
export function PasswordPanel({ user }: { readonly user: Schema['UserView'] }) {
  const session = useSession();
  const [fields, setFields] = useState(NOTHING);
  const isOwn = user.id === session.user.id;
  const words = en.users;
  const { currentPassword, newPassword, repeated } = fields;
  const change = useChange(() => {
    const body = { currentPassword, newPassword };
    return isOwn
      ? api.put('/api/user/password', { body })
      : api.put('/api/users/{userId}/password', { path: { userId: user.id }, body });
  }, ['/api/user']);
  const differs = repeated !== '' && repeated !== newPassword;
  const field = (name: keyof typeof NOTHING, label: string, help?: string, error?: string) => (
    <PasswordInput
      label={label}
      description={help}
      error={error ?? fieldError(change.error, name)}
      value={fields[name]}
      onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
      autoComplete={name === 'currentPassword' ? (isOwn ? 'current-password' : 'off') : 'new-password'}
    />
  );
  return (
    <Panel title={words.changePassword}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, {
            onSuccess: () => {
              setFields(NOTHING);
              say(isOwn ? words.ownPasswordChanged : words.passwordChanged);
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          {isOwn && user.passwordChangeRequired && <Alert variant="light">{words.passwordMade}</Alert>}
          {/* For the browser's password store: whose password this is. */}
          <TextInput value={user.username} autoComplete="username" aria-hidden tabIndex={-1} readOnly display="none" />
          {isOwn
            ? field('currentPassword', words.currentPassword)
            : field('currentPassword', words.currentPasswordOf(user.username), words.currentPasswordHelp)}
          {field('newPassword', words.newPassword, words.passwordHelp)}
          {field('repeated', words.repeat, undefined, differs ? words.repeatDiffers : undefined)}
          <ErrorNote error={change.error} />
          <div>
            <Button
              type="submit"
              disabled={currentPassword === '' || newPassword === '' || repeated !== newPassword}
              loading={change.isPending}
            >
              {words.changePassword}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
