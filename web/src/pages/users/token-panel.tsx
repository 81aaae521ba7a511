import { Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { CopyField } from '../../components/copy-field.js';
import { Panel } from '../../components/page.js';
import { ShownOnce } from '../../components/shown-once.js';
import { notify, notifyFailure } from '../../components/toasts.js';

interface TokenPanelProps {
  readonly user: Schema['UserView'];
  readonly mayChange: boolean;
}

/** The personal access token of an account: create, show once, replace, revoke. */
export function TokenPanel({ user, mayChange }: TokenPanelProps) {
  const confirm = useConfirm();
  const [shown, setShown] = useState<string>();
  const path = { userId: user.id };
  const texts = words.tokens;
  const has = user.accessToken !== '';
  const issue = useChange(() => api.post('/api/users/{userId}/token', { path }), ['/api/user']);
  const revoke = useChange(() => api.delete('/api/users/{userId}/token', { path }), ['/api/user']);

  const create = async (): Promise<void> => {
    const question = { title: texts.replaceTitle, body: texts.replaceText, confirm: texts.replace, danger: true };
    if (has && !(await confirm(question))) return;
    issue.mutate(undefined, { onSuccess: ({ accessToken }) => setShown(accessToken), onError: notifyFailure });
  };
  const askToRevoke = async (): Promise<void> => {
    const question = { title: texts.revokeTitle, body: texts.revokeText, confirm: texts.revoke, danger: true };
    if (!(await confirm(question))) return;
    revoke.mutate(undefined, { onSuccess: () => notify(texts.revoked), onError: notifyFailure });
  };

  return (
    <Panel title={texts.title}>
      <Text size="sm" c="dimmed" maw={640}>
        {texts.text}
      </Text>
      <Text size="sm" my="sm">
        {has ? (
          <>
            {texts.begins} <Code>{user.accessToken}</Code>.
          </>
        ) : (
          texts.none
        )}
      </Text>
      {mayChange && (
        <Group gap="xs">
          <Button {...(has && { variant: 'default' })} loading={issue.isPending} onClick={() => void create()}>
            {has ? texts.replace : texts.create}
          </Button>
          {has && (
            <Button color="red" loading={revoke.isPending} onClick={() => void askToRevoke()}>
              {texts.revoke}
            </Button>
          )}
        </Group>
      )}
      {shown !== undefined && (
        <ShownOnce
          title={texts.shownTitle}
          onClose={() => {
            setShown(undefined);
            issue.reset(); // nothing on this page may keep the token
          }}
        >
          <Text size="sm">{texts.shownText}</Text>
          <CopyField label={texts.token} value={shown} />
        </ShownOnce>
      )}
    </Panel>
  );
}
