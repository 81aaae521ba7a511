import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { ErrorNote, fieldError } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { say } from '../../parts/toasts.js';

const NOTHING = { newPassword: '', repeated: '', ownPassword: '' };

/** Gives another user a password that he is asked to replace; the server wants the caller's own. */
export function ResetPasswordPanel({ user }: { readonly user: Schema['UserView'] }) {
  const session = useSession();
  const [fields, setFields] = useState(NOTHING);
  const words = en.users;
  const { newPassword, repeated, ownPassword } = fields;
  const reset = useChange(
    () =>
      api.post('/api/users/{userId}/passwordReset', {
        path: { userId: user.id },
        body: { ownPassword, newPassword },
      }),
    ['/api/user'],
  );
  const differs = repeated !== '' && repeated !== newPassword;
  const field = (name: keyof typeof NOTHING, label: string, help?: string, error?: string) => (
    <PasswordInput
      label={label}
      description={help}
      error={error ?? fieldError(reset.error, name)}
      value={fields[name]}
      onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
      autoComplete={name === 'ownPassword' ? 'current-password' : 'off'}
    />
  );
  return (
    <Panel title={words.resetPassword}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate(undefined, {
            onSuccess: () => {
              setFields(NOTHING);
              say(words.passwordReset(user.username));
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          <Text size="sm" c="dimmed">
            {words.resetPasswordText}
          </Text>
          {field('newPassword', words.newPassword, words.passwordHelp)}
          {field('repeated', words.repeat, undefined, differs ? words.repeatDiffers : undefined)}
          {/* For the browser's password store: the password that it may fill in is the one of who is signed in. */}
          <TextInput
            value={session.user.username}
            autoComplete="username"
            aria-hidden
            tabIndex={-1}
            readOnly
            display="none"
          />
          {field('ownPassword', words.ownPassword, words.ownPasswordHelp)}
          <ErrorNote error={reset.error} />
          <div>
            <Button
              type="submit"
              disabled={ownPassword === '' || newPassword === '' || repeated !== newPassword}
              loading={reset.isPending}
            >
              {words.resetPassword}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
