import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { DataTable } from '../../parts/data-table.js';
import { NotServed } from '../../parts/not-served.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { AddSshKey } from './add-ssh-key.js';

interface SshKeysPanelProps {
  readonly user: Schema['UserView'];
  readonly mayChange: boolean;
}

/** The SSH keys of an account. */
export function SshKeysPanel({ user, mayChange }: SshKeysPanelProps) {
  const { rights } = useSession();
  const confirm = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const words = en.sshKeys;
  const remove = useChange(
    (fingerprint: string) =>
      api.delete('/api/users/{userId}/sshKey/{fingerprint}', { path: { userId: user.id, fingerprint } }),
    ['/api/user'],
  );
  const askToRemove = async ({ sshKeyName, sshKeyFingerprint }: Schema['SshKeyView']): Promise<void> => {
    const title = words.deleteTitle(sshKeyName);
    if (!(await confirm({ title, body: words.deleteText, confirm: en.common.delete, danger: true }))) return;
    remove.mutate(sshKeyFingerprint, { onSuccess: () => say(words.deleted), onError: sayFailed });
  };
  return (
    <Panel title={words.title} actions={mayChange && <Button onClick={() => setAdding(true)}>{words.add}</Button>}>
      <NotServed area="sshKeys" mayAsk={rights.readsSettings} />
      <DataTable
        label={words.list}
        rows={user.sshKeys}
        rowKey={({ sshKeyFingerprint }) => sshKeyFingerprint}
        rowName={({ sshKeyName }) => sshKeyName}
        empty={words.none}
        columns={[
          { key: 'name', header: words.label, cell: ({ sshKeyName }) => sshKeyName },
          {
            key: 'fingerprint',
            header: words.fingerprint,
            cell: ({ sshKeyFingerprint }) => <Code style={{ overflowWrap: 'anywhere' }}>{sshKeyFingerprint}</Code>,
          },
          {
            key: 'deeds',
            header: '',
            align: 'right',
            cell: (key) =>
              mayChange && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={words.deleteOf(key.sshKeyName)}
                  disabled={remove.isPending}
                  onClick={() => void askToRemove(key)}
                >
                  {en.common.delete}
                </Button>
              ),
          },
        ]}
      />
      <AddSshKey userId={user.id} opened={isAdding} onClose={() => setAdding(false)} />
    </Panel>
  );
}
