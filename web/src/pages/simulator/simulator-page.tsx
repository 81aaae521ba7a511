import { Button, SimpleGrid, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { ErrorNote } from '../../components/error-note.js';
import { Page } from '../../components/page.js';
import { notifyFailure } from '../../components/toasts.js';
import { Loading } from '../../components/loading.js';
import { LoadsPanel } from './loads-panel.js';
import { MainsPanel } from './mains-panel.js';
import { BusPanel, SensorsPanel } from './sensors-panel.js';

/** The inputs of the simulated PDU; changes take effect immediately. */
export default function SimulatorPage() {
  const confirm = useConfirm();
  const { data: simulator, error } = useApi('/api/simulator', { every: 2_000 });
  const change = useChange(
    (patch: Record<string, unknown>) => api.patch('/api/simulator', { body: patch }),
    ['/api/simulator'],
  );
  const powerCycle = useChange(() => api.post('/api/simulator/powerCycle'), ['/api/simulator']);
  if (!simulator) return error ? <ErrorNote error={error} /> : <Loading />;

  const set = (patch: Record<string, unknown>): void => change.mutate(patch, { onError: notifyFailure });
  const cycle = async (): Promise<void> => {
    const question = {
      title: words.simulator.powerCycle,
      body: words.simulator.powerCycleText,
      confirm: words.simulator.powerCycle,
    };
    if (await confirm({ ...question, danger: true })) powerCycle.mutate(undefined, { onError: notifyFailure });
  };
  return (
    <Page
      title={words.titles.simulator}
      actions={
        <Button variant="default" loading={powerCycle.isPending} onClick={() => void cycle()}>
          {words.simulator.powerCycle}
        </Button>
      }
    >
      <Text c="dimmed">{words.simulator.intro}</Text>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <MainsPanel simulator={simulator} set={set} />
        <SensorsPanel simulator={simulator} set={set} />
      </SimpleGrid>
      <LoadsPanel simulator={simulator} set={set} />
      <BusPanel simulator={simulator} set={set} />
    </Page>
  );
}
