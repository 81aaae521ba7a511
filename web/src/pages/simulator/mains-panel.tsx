import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { useLiveValue } from '../../live/live.js';
import { useInletName } from '../../components/object-name.js';
import { Panel } from '../../components/page.js';
import { CommittedNumber } from './committed-number.js';
import type { SimulatorPanelProps } from './simulator-panel-props.js';

/** The simulated inlets and breakers. */
export function MainsPanel({ simulator, set }: SimulatorPanelProps) {
  return (
    <Panel title={words.simulator.mains}>
      <Stack gap="md">
        {Object.entries(simulator.inlets).map(([id, { powered, voltage, frequency }]) => (
          <Group key={id} align="flex-end" gap="sm">
            <Name list="inlets" id={id} />
            <CommittedNumber
              label={words.simulator.voltage}
              w={100}
              min={0}
              max={300}
              value={voltage}
              onCommit={(value) => set({ inlets: { [id]: { voltage: value } } })}
            />
            <CommittedNumber
              label={words.simulator.frequency}
              w={110}
              min={40}
              max={70}
              value={frequency}
              onCommit={(value) => set({ inlets: { [id]: { frequency: value } } })}
            />
            <Switch
              label={words.simulator.powered}
              pb={5}
              checked={powered}
              onChange={(event) => set({ inlets: { [id]: { powered: event.currentTarget.checked } } })}
            />
          </Group>
        ))}
        {Object.entries(simulator.banks).map(([id, { breakerClosed }]) => (
          <Group key={id} gap="sm">
            <Name list="banks" id={id} />
            <Button
              variant="default"
              miw={120}
              onClick={() => set({ banks: { [id]: { breakerClosed: breakerClosed === false } } })}
            >
              {breakerClosed === false ? words.simulator.reset : words.simulator.trip}
            </Button>
          </Group>
        ))}
      </Stack>
    </Panel>
  );
}

function Name({ list, id }: { readonly list: 'inlets' | 'banks'; readonly id: string }) {
  const inlet = useInletName(id);
  const bank = useLiveValue('banks', id, (found) => found?.bankName);
  return (
    <Text w={{ base: list === 'inlets' ? '100%' : 150, sm: 150 }} size="sm" fw={600} pb={5}>
      <bdi>{(list === 'inlets' ? inlet : bank) ?? id}</bdi>
    </Text>
  );
}
