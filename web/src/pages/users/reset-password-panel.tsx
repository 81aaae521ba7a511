import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';

const NOTHING = { newPassword: '', repeated: '', ownPassword: '' };

/** Sets a temporary password for another user; the server requires the caller's own password. */
export function ResetPasswordPanel({ user }: { readonly user: Schema['UserView'] }) {
  const session = useSession();
  const [fields, setFields] = useState(NOTHING);
  const texts = words.users;
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
    <Panel title={texts.resetPassword}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          reset.mutate(undefined, {
            onSuccess: () => {
              setFields(NOTHING);
              notify(texts.passwordReset(user.username));
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          <Text size="sm" c="dimmed">
            {texts.resetPasswordText}
          </Text>
          {field('newPassword', texts.newPassword, texts.passwordHelp)}
          {field('repeated', texts.repeat, undefined, differs ? texts.repeatDiffers : undefined)}
          {/* The password manager of the browser fills in the password of the signed-in user. */}
          <TextInput
            value={session.user.username}
            autoComplete="username"
            aria-hidden
            tabIndex={-1}
            readOnly
            display="none"
          />
          {field('ownPassword', texts.ownPassword, texts.ownPasswordHelp)}
          <ErrorNote error={reset.error} />
          <div>
            <Button
              type="submit"
              disabled={ownPassword === '' || newPassword === '' || repeated !== newPassword}
              loading={reset.isPending}
            >
              {texts.resetPassword}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
