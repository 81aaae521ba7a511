import { Button, Group, Stack, Text } from '@mantine/core';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { ErrorNote } from '../../components/error-note.js';
import { Panel } from '../../components/page.js';
import { StateLabel } from '../../components/state-label.js';
import { words } from '../../language/words.js';
import { settingId } from './setting-places.js';
import type { Conf } from './use-settings-form.js';

/** Connects once with the settings as the form shows them, and shows each step. */
export function MqttTest({ edited }: { readonly edited: Partial<Conf> }) {
  const test = useChange((body: Partial<Conf>) => api.post('/api/mqtt/test', { body }), []);
  const texts = words.mqtt;
  return (
    <Panel title={texts.test}>
      <Stack gap="sm" maw={560}>
        <Text size="sm" c="dimmed">
          {texts.testText}
        </Text>
        <Group>
          <Button id={settingId('test')} loading={test.isPending} onClick={() => test.mutate(edited)}>
            {texts.testStart}
          </Button>
        </Group>
        {test.data && <Steps steps={test.data.steps} isOk={test.data.ok} />}
        <ErrorNote error={test.error} />
      </Stack>
    </Panel>
  );
}

interface StepsProps {
  readonly steps: readonly Schema['MqttTestStepView'][];
  readonly isOk: boolean;
}

function Steps({ steps, isOk }: StepsProps) {
  const texts = words.mqtt;
  return (
    <div role={isOk ? 'status' : 'alert'} aria-label={texts.test}>
      {steps.map(({ step, ok, milliseconds, detail }) => (
        <Group key={step} gap="xs" align="baseline" wrap="nowrap">
          <StateLabel tone={ok ? 'ok' : 'bad'}>{texts.steps[step]}</StateLabel>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Text>
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {texts.milliseconds(milliseconds)}
          </Text>
        </Group>
      ))}
      <Text size="sm" mt="xs">
        {isOk ? texts.testPassed : texts.testFailed}
      </Text>
    </div>
  );
}
