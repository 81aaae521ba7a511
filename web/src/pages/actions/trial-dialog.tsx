import { Button, Group, Modal, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, type ApiFailure, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { ErrorNote } from '../../parts/error-note.js';
import { Waiting } from '../../parts/waiting.js';
import type { Action } from './action-words.js';
import { TrialResult } from './trial-result.js';

type Trial = Schema['ActionTrialView'];

interface TrialDialogProps {
  readonly action: Action;
  /** It changes something; others only tell somebody. */
  readonly switches: boolean;
  readonly onClose: () => void;
}

const test = ({ id }: Action, dryRun: boolean): Promise<Trial> =>
  api.post('/api/actions/{actionId}/test', { path: { actionId: String(id) }, query: { dryRun } });

/** Says what an action would do before it is done for a test. */
export function TrialDialog({ action, switches, onClose }: TrialDialogProps) {
  const dryRun = useQuery<Trial, ApiFailure>({
    queryKey: ['dry run', action.id],
    queryFn: () => test(action, true),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const run = useChange(() => test(action, false), ['/api/groups', '/api/events']);
  return (
    <Modal
      opened
      onClose={onClose}
      title={en.actions.testTitle(action.name)}
      size="lg"
      closeButtonProps={{ 'aria-label': en.common.close }}
      transitionProps={{ duration: 0 }}
    >
      <Stack gap="sm">
        <Title order={2}>{en.actions.dryRun}</Title>
        {dryRun.data ? (
          <TrialResult trial={dryRun.data} />
        ) : dryRun.error ? (
          <ErrorNote error={dryRun.error} />
        ) : (
          <Waiting />
        )}
        <Text size="sm" fw={600} style={{ color: 'var(--warn)' }}>
          {switches ? en.actions.switchesNow : en.actions.sendsNow}
        </Text>
        <div aria-live="polite">
          {run.isPending && <Doing />}
          <ErrorNote error={run.error} />
          {run.isSuccess && (
            <>
              <Title order={2}>{en.actions.doneNow}</Title>
              <TrialResult trial={run.data} />
            </>
          )}
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {en.common.close}
          </Button>
          <Button
            {...(switches && { color: 'red' })}
            loading={run.isPending}
            disabled={!dryRun.data}
            onClick={() => run.mutate(undefined)}
          >
            {en.actions.doNow}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** A mail server may take its time. */
const Doing = () => (
  <>
    <Text size="sm">{en.actions.running}</Text>
    <Progress value={100} animated aria-label={en.actions.running} />
  </>
);
