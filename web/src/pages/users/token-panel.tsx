import { Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { NewToken } from './new-token.js';

interface TokenPanelProps {
  readonly user: Schema['UserView'];
  readonly mayChange: boolean;
}

/** The personal access token: made, shown once, replaced, revoked. */
export function TokenPanel({ user, mayChange }: TokenPanelProps) {
  const confirm = useConfirm();
  const [shown, setShown] = useState<string>();
  const path = { userId: user.id };
  const words = en.tokens;
  const has = user.accessToken !== '';
  const issue = useChange(() => api.post('/api/users/{userId}/token', { path }), ['/api/user']);
  const revoke = useChange(() => api.delete('/api/users/{userId}/token', { path }), ['/api/user']);

  const create = async (): Promise<void> => {
    const question = { title: words.replaceTitle, body: words.replaceText, confirm: words.replace, danger: true };
    if (has && !(await confirm(question))) return;
    issue.mutate(undefined, { onSuccess: ({ accessToken }) => setShown(accessToken), onError: sayFailed });
  };
  const askToRevoke = async (): Promise<void> => {
    const question = { title: words.revokeTitle, body: words.revokeText, confirm: words.revoke, danger: true };
    if (!(await confirm(question))) return;
    revoke.mutate(undefined, { onSuccess: () => say(words.revoked), onError: sayFailed });
  };

  return (
    <Panel title={words.title}>
      <Text size="sm" c="dimmed" maw={640}>
        {words.text}
      </Text>
      <Text size="sm" my="sm">
        {has ? (
          <>
            {words.begins} <Code>{user.accessToken}</Code>.
          </>
        ) : (
          words.none
        )}
      </Text>
      {mayChange && (
        <Group gap="xs">
          <Button {...(has && { variant: 'default' })} loading={issue.isPending} onClick={() => void create()}>
            {has ? words.replace : words.create}
          </Button>
          {has && (
            <Button color="red" loading={revoke.isPending} onClick={() => void askToRevoke()}>
              {words.revoke}
            </Button>
          )}
        </Group>
      )}
      <NewToken
        token={shown}
        onClose={() => {
          setShown(undefined);
          issue.reset(); // nothing on this page remembers it
        }}
      />
    </Panel>
  );
}
