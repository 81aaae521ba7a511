import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
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

interface UserProps {
  readonly user: Schema['UserView'];
}

/** Changes the password of an account; the server requires the current password of that account. */
export function PasswordPanel({ user }: UserProps) {
  const session = useSession();
  const navigate = useNavigate();
  const texts = words.users;
  const isOwn = user.id === session.user.id;
  const isTemporary = isOwn && user.passwordChangeRequired === true;
  // The first password of whoever sets the PDU up; the other pages are open from now on.
  const isFirst = isTemporary && !session.user.setupFinished && session.rights.can('modifyGlobalDeviceSettings');
  return (
    <PasswordForm
      title={texts.changePassword}
      proof={{
        field: 'currentPassword',
        username: user.username,
        label: isOwn ? texts.currentPassword : texts.currentPasswordOf(user.username),
        ...(!isOwn && { help: texts.currentPasswordHelp }),
        autoComplete: isOwn ? 'current-password' : 'off',
      }}
      known={isTemporary ? passwordJustUsed() : ''}
      send={(newPassword, currentPassword) => {
        const body = { currentPassword, newPassword };
        return isOwn
          ? api.put('/api/user/password', { body })
          : api.put('/api/users/{userId}/password', { path: { userId: user.id }, body });
      }}
      onSent={() => {
        notify(isOwn ? texts.ownPasswordChanged : texts.passwordChanged);
        if (isFirst) void navigate('/start');
      }}
    />
  );
}

/** Sets a temporary password for another user; the server requires the caller's own password. */
export function ResetPasswordPanel({ user }: UserProps) {
  const session = useSession();
  const texts = words.users;
  return (
    <PasswordForm
      title={texts.resetPassword}
      text={texts.resetPasswordText}
      proof={{
        field: 'ownPassword',
        username: session.user.username,
        label: texts.ownPassword,
        help: texts.ownPasswordHelp,
        autoComplete: 'current-password',
      }}
      send={(newPassword, ownPassword) =>
        api.post('/api/users/{userId}/passwordReset', {
          path: { userId: user.id },
          body: { ownPassword, newPassword },
        })
      }
      onSent={() => notify(texts.passwordReset(user.username))}
    />
  );
}

interface PasswordFormProps {
  /** Also the text of the button. */
  readonly title: string;
  readonly text?: string;
  /** The password that the server requires: that of the account comes before the new one, that of the caller after it. */
  readonly proof: {
    readonly field: 'currentPassword' | 'ownPassword';
    /** The user whose password it is. */
    readonly username: string;
    readonly label: string;
    readonly help?: string;
    readonly autoComplete: 'current-password' | 'off';
  };
  /** The required password, if it is known. */
  readonly known?: string;
  readonly send: (newPassword: string, required: string) => Promise<unknown>;
  readonly onSent: () => void;
}

const NOTHING = { required: '', newPassword: '', repeated: '' };

function PasswordForm({ title, text, proof, known = '', send, onSent }: PasswordFormProps) {
  const [fields, setFields] = useState({ ...NOTHING, required: known });
  const { required, newPassword, repeated } = fields;
  const texts = words.users;
  const change = useChange(() => send(newPassword, required), ['/api/user']);
  const isCallers = proof.field === 'ownPassword';
  const differs = repeated !== '' && repeated !== newPassword;
  const field = (name: keyof typeof fields, label: string, help?: string, error?: string) => (
    <PasswordInput
      label={label}
      description={help}
      error={error ?? fieldError(change.error, name === 'required' ? proof.field : name)}
      value={fields[name]}
      onChange={({ currentTarget: { value } }) => setFields({ ...fields, [name]: value })}
      autoComplete={name === 'required' ? proof.autoComplete : isCallers ? 'off' : 'new-password'}
    />
  );
  const proofField = (
    <>
      {/* The password manager of the browser needs the user name. */}
      <TextInput value={proof.username} autoComplete="username" aria-hidden tabIndex={-1} readOnly display="none" />
      {field('required', proof.label, proof.help)}
    </>
  );
  return (
    <Panel title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(undefined, {
            onSuccess: () => {
              setFields(NOTHING);
              onSent();
            },
          });
        }}
      >
        <Stack gap="sm" maw={420}>
          {text !== undefined && (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          )}
          {!isCallers && proofField}
          {field('newPassword', texts.newPassword, texts.passwordHelp)}
          {field('repeated', texts.repeat, undefined, differs ? texts.repeatDiffers : undefined)}
          {isCallers && proofField}
          <ErrorNote error={change.error} />
          <div>
            <Button
              type="submit"
              disabled={required === '' || newPassword === '' || repeated !== newPassword}
              loading={change.isPending}
            >
              {title}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}
