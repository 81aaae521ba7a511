import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { DataTable } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { AddSshKey } from './add-ssh-key.js';

interface SshKeysPanelProps {
  readonly user: Schema['UserView'];
  readonly mayChange: boolean;
}

/** The SSH keys of an account. */
export function SshKeysPanel({ user, mayChange }: SshKeysPanelProps) {
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const texts = words.sshKeys;
  const remove = useChange(
    (fingerprint: string) =>
      api.delete('/api/users/{userId}/sshKey/{fingerprint}', { path: { userId: user.id, fingerprint } }),
    ['/api/user'],
  );
  const askToRemove = async ({ sshKeyName, sshKeyFingerprint }: Schema['SshKeyView']): Promise<void> => {
    const title = texts.deleteTitle(sshKeyName);
    if (!(await confirm({ title, body: texts.deleteText, confirm: words.common.delete, danger: true }))) return;
    remove.mutate(sshKeyFingerprint, { onSuccess: () => notify(texts.deleted), onError: notifyFailure });
  };
  return (
    <Panel title={texts.title} actions={mayChange && <Button onClick={() => setAdding(true)}>{texts.add}</Button>}>
      <DataTable
        label={texts.list}
        rows={user.sshKeys}
        rowKey={({ sshKeyFingerprint }) => sshKeyFingerprint}
        rowName={({ sshKeyName }) => sshKeyName}
        empty={texts.none}
        columns={[
          { key: 'name', header: texts.label, cell: ({ sshKeyName }) => sshKeyName },
          {
            key: 'fingerprint',
            header: texts.fingerprint,
            cell: ({ sshKeyFingerprint }) => <Code style={{ overflowWrap: 'anywhere' }}>{sshKeyFingerprint}</Code>,
          },
          {
            key: 'buttons',
            header: '',
            align: 'right',
            cell: (key) =>
              mayChange && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={texts.deleteOf(key.sshKeyName)}
                  disabled={remove.isPending}
                  onClick={() => void askToRemove(key)}
                >
                  {words.common.delete}
                </Button>
              ),
          },
        ]}
      />
      {isAdding && <AddSshKey userId={user.id} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
