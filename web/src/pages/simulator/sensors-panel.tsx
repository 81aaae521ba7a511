import { Group, Stack, Switch, Text } from '@mantine/core';
import { words } from '../../language/words.js';
import { Panel } from '../../components/page.js';
import { CommittedNumber } from './committed-number.js';
import type { SimulatorPanelProps } from './simulator-panel-props.js';

/** The simulated sensors: whether they are connected, and their readings. */
export function SensorsPanel({ simulator, set }: SimulatorPanelProps) {
  const ports = Object.entries(simulator.sensors);
  if (ports.length === 0) return null;
  return (
    <Panel title={words.simulator.sensors}>
      <Stack gap="md">
        {ports.map(([port, sensor]) => {
          const change = (patch: object): void => set({ sensors: { [port]: patch } });
          return (
            <Group key={port} align="flex-end" gap="sm">
              <Switch
                label={words.simulator.connectedOf(port)}
                pb={5}
                w="100%"
                checked={sensor.connected}
                onChange={(event) => change({ connected: event.currentTarget.checked })}
              />
              {sensor.temperatureC !== undefined && (
                <CommittedNumber
                  label={words.simulator.temperature}
                  w={130}
                  min={-40}
                  max={120}
                  value={sensor.temperatureC}
                  onCommit={(temperatureC) => change({ temperatureC })}
                />
              )}
              {sensor.humidity !== undefined && (
                <CommittedNumber
                  label={words.simulator.humidity}
                  w={110}
                  min={0}
                  max={100}
                  value={sensor.humidity}
                  onCommit={(humidity) => change({ humidity })}
                />
              )}
              {Object.entries(sensor.digitalInputs ?? {}).map(([index, state]) => (
                <Switch
                  key={index}
                  label={words.simulator.input(Number(index))}
                  checked={state === 'HI'}
                  onChange={(event) =>
                    change({ digitalInputs: { [index]: event.currentTarget.checked ? 'HI' : 'LO' } })
                  }
                />
              ))}
              {sensor.userSwitch !== undefined && (
                <Switch
                  label={words.simulator.userSwitch}
                  checked={sensor.userSwitch}
                  onChange={(event) => change({ userSwitch: event.currentTarget.checked })}
                />
              )}
            </Group>
          );
        })}
      </Stack>
    </Panel>
  );
}

/** The simulated hardware bus: whether it responds, and after which delay. */
export function BusPanel({ simulator, set }: SimulatorPanelProps) {
  return (
    <Panel title={words.simulator.bus}>
      <Group align="flex-end">
        <Switch
          label={words.simulator.busFailing}
          pb={5}
          checked={simulator.bus.failing}
          onChange={(event) => set({ bus: { failing: event.currentTarget.checked } })}
        />
        <CommittedNumber
          label={words.simulator.latency}
          w={150}
          min={0}
          max={5000}
          value={simulator.bus.latencyMs}
          onCommit={(latencyMs) => set({ bus: { latencyMs } })}
        />
        <Text size="sm" c="dimmed">
          {words.simulator.busHelp}
        </Text>
      </Group>
    </Panel>
  );
}
