import { Button, SimpleGrid, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Page } from '../../parts/page.js';
import { sayFailed } from '../../parts/toasts.js';
import { Waiting } from '../../parts/waiting.js';
import { LoadsPanel } from './loads-panel.js';
import { MainsPanel } from './mains-panel.js';
import { BusPanel, SensorsPanel } from './sensors-panel.js';

/** What the simulated PDU feels; everything takes effect at once. */
export default function SimulatorPage() {
  const confirm = useConfirm();
  const { data: twin, error } = useApi('/api/simulator', { every: 2_000 });
  const change = useChange(
    (patch: Record<string, unknown>) => api.patch('/api/simulator', { body: patch }),
    ['/api/simulator'],
  );
  const powerCycle = useChange(() => api.post('/api/simulator/powerCycle'), ['/api/simulator']);
  if (!twin) return error ? <ErrorNote error={error} /> : <Waiting />;

  const set = (patch: Record<string, unknown>): void => change.mutate(patch, { onError: sayFailed });
  const cycle = async (): Promise<void> => {
    const question = {
      title: en.simulator.powerCycle,
      body: en.simulator.powerCycleText,
      confirm: en.simulator.powerCycle,
    };
    if (await confirm({ ...question, danger: true })) powerCycle.mutate(undefined, { onError: sayFailed });
  };
  return (
    <Page
      title={en.titles.simulator}
      actions={
        <Button variant="default" loading={powerCycle.isPending} onClick={() => void cycle()}>
          {en.simulator.powerCycle}
        </Button>
      }
    >
      <Text c="dimmed">{en.simulator.intro}</Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <MainsPanel twin={twin} set={set} />
        <SensorsPanel twin={twin} set={set} />
      </SimpleGrid>
      <LoadsPanel twin={twin} set={set} />
      <BusPanel twin={twin} set={set} />
    </Page>
  );
}
