import { Group } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { seconds } from '../../language/format.js';
import { live, useLiveValue, useLiveSummary } from '../../live/live.js';
import type { LiveOf } from '../../live/live-store.js';
import { CommandButtons, labelsOf } from '../../components/command-buttons.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { Panel } from '../../components/page.js';
import { RowButton } from '../../components/row-button.js';
import { StateLabel } from '../../components/state-label.js';
import { RelayForm } from './relay-form.js';
import { useRelaySwitching } from './use-relay-switching.js';

export type RelayOutput = LiveOf<'relayOutputs'>;

/** The dry-contact relay outputs of the PDU. */
export function RelayOutputsPanel() {
  const { rights } = useSession();
  const { run } = useRelaySwitching();
  const [edited, setEdited] = useState<RelayOutput>();
  const relays = JSON.parse(useLiveSummary(() => JSON.stringify(live.all('relayOutputs')))) as RelayOutput[];
  const columns: Column<RelayOutput>[] = [
    { key: 'index', header: words.relays.index, cell: ({ relayIndex }) => relayIndex, width: '52px' },
    {
      key: 'name',
      header: words.common.name,
      cell: ({ relayName }) => (
        <b>
          <bdi>{relayName}</bdi>
        </b>
      ),
    },
    { key: 'state', header: words.common.state, cell: ({ id }) => <State id={id} />, width: '110px' },
    {
      key: 'rebootTime',
      header: words.relays.rebootTime,
      cell: ({ customRebootTimeEnabled, customRebootTime }) =>
        customRebootTimeEnabled ? seconds(customRebootTime) : words.relays.global,
      isMinor: true,
      width: '150px',
    },
  ];
  if (rights.can('modifyPortSettings')) {
    columns.push({
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (relay) => {
        const { id: relayOutputId, relayName: name } = relay;
        return (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <CommandButtons
              size="compact-xs"
              labels={labelsOf(name)}
              onCommand={(command) => void run({ name, command, target: { relayOutputId } })}
            />
            <RowButton label={words.relays.editOf(name)} text={words.common.edit} onClick={() => setEdited(relay)} />
          </Group>
        );
      },
    });
  }
  return (
    <Panel title={words.relays.outputs}>
      <DataTable
        label={`${words.relays.outputs}: ${words.common.state}`}
        columns={columns}
        rows={relays}
        rowKey={({ id }) => id}
        rowName={({ relayName }) => relayName}
        empty={words.relays.noOutputs}
      />
      {edited && <RelayForm key={edited.id} relay={edited} onClose={() => setEdited(undefined)} />}
    </Panel>
  );
}

function State({ id }: { readonly id: string }) {
  const state = useLiveValue('relayOutputs', id, (relay) => relay?.state);
  if (state === undefined)
    return (
      <StateLabel tone="quiet" isLive>
        {words.common.unknown}
      </StateLabel>
    );
  return (
    <StateLabel tone={state === 'ON' ? 'ok' : 'quiet'} isLive>
      {state === 'ON' ? words.common.on : words.common.off}
    </StateLabel>
  );
}
