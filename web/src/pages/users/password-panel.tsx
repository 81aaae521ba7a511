import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { passwordJustUsed } from '../../session/password-just-used.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { ErrorNote, fieldError } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { notify } from '../../components/toasts.js';

const NOTHING = { currentPassword: '', newPassword: '', repeated: '' };

/** Changes the password of an account; the server requires the current password of that account. */
export function PasswordPanel({ user }: { readonly user: Schema['UserView'] }) {
  const session = useSession();
  const isOwn = user.id === session.user.id;
  const [fields, setFields] = useState(() => ({
    ...NOTHING,
    ...(isOwn && user.passwordChangeRequired === true && { currentPassword: passwordJustUsed() }),
  }));
  // The first password of whoever sets the PDU up; the other pages are open from now on.
  const isFirst =
    isOwn &&
    user.passwordChangeRequired === true &&
    !session.user.setupFinished &&
    session.rights.can('modifyGlobalDeviceSettings');
  const navigate = useNavigate();
  const texts = words.users;
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
    <Panel title={texts.changePassword}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, {
            onSuccess: () => {
              setFields(NOTHING);
              notify(isOwn ? texts.ownPasswordChanged : texts.passwordChanged);
              if (isFirst) void navigate('/start');
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          {/* The password manager of the browser needs the user name. */}
          <TextInput value={user.username} autoComplete="username" aria-hidden tabIndex={-1} readOnly display="none" />
          {isOwn
            ? field('currentPassword', texts.currentPassword)
            : field('currentPassword', texts.currentPasswordOf(user.username), texts.currentPasswordHelp)}
          {field('newPassword', texts.newPassword, texts.passwordHelp)}
          {field('repeated', texts.repeat, undefined, differs ? texts.repeatDiffers : undefined)}
          <ErrorNote error={change.error} />
          <div>
            <Button
              type="submit"
              disabled={currentPassword === '' || newPassword === '' || repeated !== newPassword}
              loading={change.isPending}
            >
              {texts.changePassword}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
