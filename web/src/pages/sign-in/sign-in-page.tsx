import { Alert, Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { signIn } from '../../app/session.js';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../parts/error-note.js';

/** Part of the first load, so that it stands at once. */
export function SignInPage({ ended }: { readonly ended: boolean }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<Error | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    document.title = `${en.titles.signIn} · ${en.product}`;
  }, []);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await signIn(username, password);
    } catch (failure) {
      setError(failure as Error);
      setBusy(false);
    }
  };
  return (
    <Stack component="main" maw={340} mx="auto" px="md" pt="14vh">
      <Title order={1}>{en.product}</Title>
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          {ended && <Alert variant="light">{en.signIn.ended}</Alert>}
          <TextInput
            label={en.signIn.username}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
            withAsterisk={false}
            size="sm"
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
          />
          <PasswordInput
            label={en.signIn.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            size="sm"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <ErrorNote error={error} />
          <Button type="submit" size="sm" loading={isBusy}>
            {en.signIn.submit}
          </Button>
        </Stack>
      </form>
    </Stack>
  );
}
