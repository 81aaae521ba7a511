import { Group, Text } from '@mantine/core';
import { api, type HubSchema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { DataTable } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { PlainButton } from '../../components/plain-button.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';

type Pdu = HubSchema['PduView'];

/** The PDUs that wait until somebody accepts them; nothing while there is none. */
export function WaitingPdus({ pdus }: { readonly pdus: readonly Pdu[] }) {
  const confirm = useConfirm();
  const change = useChange(
    ({ pdu, isAccepted }: { pdu: Pdu; isAccepted: boolean }) =>
      api.post(isAccepted ? '/api/fleet/pdus/{pduId}/accept' : '/api/fleet/pdus/{pduId}/revoke', {
        path: { pduId: pdu.id },
      }),
    ['/api/fleet/pdus'],
  );
  const decide = (pdu: Pdu, isAccepted: boolean): void =>
    change.mutate(
      { pdu, isAccepted },
      {
        onSuccess: () => notify((isAccepted ? words.fleet.accepted : words.fleet.revoked)(pdu.name)),
        onError: notifyFailure,
      },
    );
  const revoke = async (pdu: Pdu): Promise<void> => {
    const isSure = await confirm({
      title: words.fleet.revokeTitle(pdu.name),
      body: words.fleet.revokeText,
      confirm: words.fleet.revoke,
      danger: true,
    });
    if (isSure) decide(pdu, false);
  };
  if (pdus.length === 0) return null;
  return (
    <Panel title={words.fleet.waiting}>
      <Text size="sm" c="dimmed" mb="xs">
        {words.fleet.waitingText}
      </Text>
      <DataTable
        label={words.fleet.waiting}
        rows={pdus}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        columns={[
          { key: 'name', header: words.common.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { key: 'serial', header: words.fleet.serial, cell: ({ serial }) => serial },
          { key: 'site', header: words.fleet.site, cell: ({ site }) => site },
          {
            key: 'buttons',
            header: '',
            align: 'right',
            cell: (pdu) => (
              <Group gap={4} wrap="nowrap" justify="flex-end">
                <PlainButton
                  size="compact-xs"
                  aria-label={words.fleet.acceptOf(pdu.name)}
                  onClick={() => decide(pdu, true)}
                >
                  {words.fleet.accept}
                </PlainButton>
                <PlainButton
                  size="compact-xs"
                  isSubtle
                  aria-label={words.fleet.revokeOf(pdu.name)}
                  onClick={() => void revoke(pdu)}
                >
                  {words.fleet.revoke}
                </PlainButton>
              </Group>
            ),
          },
        ]}
      />
    </Panel>
  );
}
