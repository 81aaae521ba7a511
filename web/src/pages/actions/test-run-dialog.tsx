import { Button, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type ApiFailure, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { ErrorNote } from '../../components/error-note.js';
import { useFocusBack } from '../../components/use-focus-back.js';
import { Loading } from '../../components/loading.js';
import type { Action } from './action-texts.js';
import { TestRunResult } from './test-run-result.js';

type TestRun = Schema['ActionTestRunView'];

interface TestRunDialogProps {
  readonly action: Action;
  /** The action switches something; other actions only send a message. */
  readonly switches: boolean;
  readonly onClose: () => void;
}

const test = ({ id }: Action, dryRun: boolean): Promise<TestRun> =>
  api.post('/api/actions/{actionId}/test', { path: { actionId: String(id) }, query: { dryRun } });

/** The test run of an action, after a dry run that describes its effect. */
export function TestRunDialog({ action, switches, onClose }: TestRunDialogProps) {
  const dryRun = useQuery<TestRun, ApiFailure>({
    queryKey: ['dry run', action.id],
    queryFn: () => test(action, true),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const run = useChange(() => test(action, false), ['/api/groups', '/api/events']);
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.actions.testTitle(action.name)}
      size="lg"
      closeButtonProps={{ 'aria-label': words.common.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <Title order={2}>{words.actions.dryRun}</Title>
        {dryRun.data ? (
          <TestRunResult run={dryRun.data} />
        ) : dryRun.error ? (
          <ErrorNote error={dryRun.error} />
        ) : (
          <Loading />
        )}
        <Text size="sm" fw={600} style={{ color: 'var(--warn)' }}>
          {switches ? words.actions.switchesNow : words.actions.sendsNow}
        </Text>
        <div aria-live="polite">
          {run.isPending && <Doing />}
          <ErrorNote error={run.error} />
          {run.isSuccess && (
            <>
              <Title order={2}>{words.actions.result}</Title>
              <TestRunResult run={run.data} />
            </>
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.common.close}
          </Button>
          <Button
            {...(switches && { color: 'red' })}
            loading={run.isPending}
            disabled={!dryRun.data}
            onClick={() => run.mutate(undefined)}
          >
            {words.actions.runNow}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A progress bar, because a mail server may take several seconds. */
const Doing = () => (
  <>
    <Text size="sm">{words.actions.running}</Text>
    <Progress value={100} animated aria-label={words.actions.running} />
  </>
);
