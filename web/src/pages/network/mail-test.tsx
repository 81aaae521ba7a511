import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Panel } from '../../parts/page.js';
import { sendTestMail } from './send-test-mail.js';

/** Sends one mail and shows what the mail server said. */
export function MailTest({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const [to, setTo] = useState('');
  const test = useChange(sendTestMail, ['/api/actions']);
  const words = en.network;
  return (
    <Panel title={words.test}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate(to.trim());
        }}
      >
        <Stack gap="sm" maw={560}>
          <Text size="sm" c="dimmed">
            {isUnsaved ? words.testUnsaved : words.testText}
          </Text>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={words.testTo}
              type="email"
              autoComplete="email"
              value={to}
              onChange={({ currentTarget: { value } }) => setTo(value)}
              w={300}
            />
            <Button type="submit" disabled={isUnsaved || to.trim() === ''} loading={test.isPending}>
              {words.testSend}
            </Button>
          </Group>
          {test.data && (
            <Alert
              role={test.data.ok ? 'status' : 'alert'}
              color={test.data.ok ? 'green' : 'red'}
              variant="light"
              c={test.data.ok ? 'var(--ok)' : 'var(--bad)'}
            >
              {test.data.error ?? test.data.detail}
            </Alert>
          )}
          <ErrorNote error={test.error} />
        </Stack>
      </form>
    </Panel>
  );
}
