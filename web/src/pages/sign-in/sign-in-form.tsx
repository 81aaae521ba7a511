import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { signIn } from '../../session/session.js';
import { words } from '../../language/words.js';
import { keepPasswordJustUsed } from '../../session/password-just-used.js';
import { ErrorNote } from '../../components/error-note.js';

interface SignInFormProps {
  /** A text above the fields. */
  readonly note?: string;
  /** The user name that is filled in. */
  readonly name?: string;
}

/** The form for user name and password. */
export function SignInForm({ note, name = '' }: SignInFormProps) {
  const [username, setUsername] = useState(name);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      keepPasswordJustUsed(password);
      await signIn(username, password);
    } catch (failure) {
      keepPasswordJustUsed('');
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <form
      className="panel"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
    >
      <Stack gap="sm">
        {note !== undefined && <Alert variant="light">{note}</Alert>}
        <TextInput
          label={words.signIn.username}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- the page has nothing before this field that would be missed
          autoFocus={name === ''}
          required
          withAsterisk={false}
          size="sm"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          label={words.signIn.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          size="sm"
          value={password}
          {...(name !== '' && { 'data-autofocus': true })}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <ErrorNote error={error} />
        <Button type="submit" size="sm" loading={isBusy}>
          {words.signIn.submit}
        </Button>
      </Stack>
    </form>
  );
}
