import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';

/** The code of the action that sends a mail. */
const EMAIL_RECIPIENT = 15;

/** Sends one mail with a disabled action that exists only for this test run and is deleted after it. */
async function sendTestMail(to: string): Promise<Schema['ActionTestRunView']> {
  const body = { name: words.network.testName, code: EMAIL_RECIPIENT, params: [to], enabled: false };
  const { id } = await api.post('/api/actions', { body });
  const path = { actionId: String(id) };
  try {
    return await api.post('/api/actions/{actionId}/test', { path });
  } finally {
    await api.delete('/api/actions/{actionId}', { path });
  }
}

/** Sends one mail and shows the response of the mail server. */
export function MailTest({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const [to, setTo] = useState('');
  const test = useChange(sendTestMail, ['/api/actions']);
  const texts = words.network;
  return (
    <Panel title={texts.test}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate(to.trim());
        }}
      >
        <Stack gap="sm" maw={560}>
          <Text size="sm" c="dimmed">
            {isUnsaved ? texts.testUnsaved : texts.testText}
          </Text>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={texts.testTo}
              type="email"
              autoComplete="email"
              value={to}
              onChange={({ currentTarget: { value } }) => setTo(value)}
              w={300}
            />
            <Button type="submit" disabled={isUnsaved || to.trim() === ''} loading={test.isPending}>
              {texts.testSend}
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
