import { Group, Text } from '@mantine/core';
import type { Schema } from '../../api/client.js';
import { words } from '../../language/words.js';
import { RelayButton } from '../../components/relay-button.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { RowButton } from '../../components/row-button.js';
import { StateLabel } from '../../components/state-label.js';
import type { Labelled } from './label-form.js';
import { useRelaySwitching } from './use-relay-switching.js';

type Relay = Schema['HubRelayView'];
type Input = Schema['HubInputView'];
type OnLabel = ((part: Omit<Labelled, 'sensorId'>) => void) | undefined;

interface HubRelaysProps {
  readonly sensorId: string;
  readonly relays: readonly Relay[];
  /** Absent if the role may not change anything. */
  readonly onLabel: OnLabel;
}

/** The contacts of a hub. */
export function HubRelays({ sensorId, relays, onLabel }: HubRelaysProps) {
  const { run } = useRelaySwitching();
  const columns: Column<Relay>[] = [
    { key: 'index', header: words.relays.index, cell: ({ index }) => index, width: '44px' },
    { key: 'name', header: words.common.name, cell: (relay) => <Name {...labelOfRelay(relay)} /> },
    {
      key: 'state',
      header: words.common.state,
      width: '90px',
      cell: ({ state }) => (
        <StateLabel tone={state === 'CLOSE' ? 'ok' : 'quiet'} isLive>
          {state === 'CLOSE' ? words.relays.closed : words.relays.open}
        </StateLabel>
      ),
    },
  ];
  if (onLabel) {
    const button = ({ index, outputRelayName: name }: Relay, command: 'OPEN' | 'CLOSE') => (
      <RelayButton
        size="compact-xs"
        aria-label={command === 'OPEN' ? words.relays.openOf(name) : words.relays.closeOf(name)}
        onClick={() => void run({ name, command, target: { sensorId, index } })}
      >
        {command === 'OPEN' ? words.relays.toOpen : words.relays.toClose}
      </RelayButton>
    );
    columns.push({
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (relay) => (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          {button(relay, 'CLOSE')}
          {button(relay, 'OPEN')}
          <EditButton label={{ part: 'relay', index: relay.index, ...labelOfRelay(relay) }} onLabel={onLabel} />
        </Group>
      ),
    });
  }
  return (
    <DataTable
      label={words.relays.contacts}
      columns={columns}
      rows={relays}
      rowKey={({ index }) => String(index)}
      rowName={({ outputRelayName }) => outputRelayName}
    />
  );
}

/** The digital inputs of a hub, live. */
export function HubInputs({ inputs, onLabel }: { readonly inputs: readonly Input[]; readonly onLabel: OnLabel }) {
  const columns: Column<Input>[] = [
    { key: 'index', header: words.relays.index, cell: ({ index }) => index, width: '44px' },
    { key: 'name', header: words.common.name, cell: (input) => <Name {...labelOfInput(input)} /> },
    {
      key: 'state',
      header: words.common.state,
      width: '90px',
      cell: ({ state }) => (
        <StateLabel tone={state === 'HI' ? 'ok' : 'quiet'} isLive>
          {state === 'HI' ? words.overview.inputHigh : words.overview.inputLow}
        </StateLabel>
      ),
    },
  ];
  if (onLabel) {
    columns.push({
      key: 'buttons',
      header: '',
      align: 'right',
      cell: (input) => (
        <EditButton label={{ part: 'input', index: input.index, ...labelOfInput(input) }} onLabel={onLabel} />
      ),
    });
  }
  return (
    <DataTable
      label={words.relays.inputs}
      columns={columns}
      rows={inputs}
      rowKey={({ index }) => String(index)}
      rowName={({ digitalInputName }) => digitalInputName}
    />
  );
}

const labelOfRelay = ({ outputRelayName, outputRelayDescription }: Relay) => ({
  name: outputRelayName,
  description: outputRelayDescription,
});
const labelOfInput = ({ digitalInputName, digitalInputDescription }: Input) => ({
  name: digitalInputName,
  description: digitalInputDescription,
});

const Name = ({ name, description }: { readonly name: string; readonly description: string }) => (
  <>
    <Text size="sm" fw={600} lh={1.2} style={{ overflowWrap: 'anywhere' }}>
      {name}
    </Text>
    {description && (
      <Text size="xs" c="dimmed" lh={1.2}>
        {description}
      </Text>
    )}
  </>
);

interface EditButtonProps {
  readonly label: Omit<Labelled, 'sensorId'>;
  readonly onLabel: NonNullable<OnLabel>;
}

const EditButton = ({ label, onLabel }: EditButtonProps) => (
  <RowButton label={words.relays.editOf(label.name)} text={words.common.edit} onClick={() => onLabel(label)} />
);
