import { Alert, Button, Group } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.js';
import { useApi, useChange } from '../../api/queries.js';
import { notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';
import { useSession } from '../../session/session.js';
import { finished, passedSteps } from './setup-steps.js';

/** The offer of the guided setup, until it is finished or dismissed. */
export function SetupOffer() {
  const { rights, user } = useSession();
  const isOffered = rights.can('modifyGlobalDeviceSettings') && !user.setupFinished;
  const { data: conf } = useApi('/api/conf', { enabled: isOffered });
  const dismiss = useChange(
    () => api.post('/api/conf', { body: { setupSteps: finished(conf?.setupSteps ?? '') } }),
    ['/api/conf', '/api/user'],
  );
  if (!isOffered || !conf) return null;
  return (
    <Alert variant="light" title={words.titles.start}>
      <Group gap="sm" justify="space-between">
        {words.setupOffer.text}
        <Group gap="xs">
          <Button component={Link} to="/start">
            {passedSteps(conf.setupSteps).size === 0 ? words.setupOffer.begin : words.setupOffer.open}
          </Button>
          <Button
            variant="default"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate(undefined, { onError: notifyFailure })}
          >
            {words.setupOffer.dismiss}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
