import { Anchor, Button, Progress, Stack, Text } from '@mantine/core';
import { addressOf } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { Panel } from '../../components/page.js';
import { useMaintenance } from './use-maintenance.js';

/** Restart, factory reset and the diagnostics file, as far as the role may use them. */
export function MaintenancePanel() {
  const { rights } = useSession();
  const { restart, reset, isAway, isResetting } = useMaintenance();
  const mayRestart = rights.can('allowPduRestart');
  const mayReset = rights.can('allowFactoryReset');
  if (!mayRestart && !mayReset && !rights.isAdministrator) return null;
  return (
    <Panel title={words.system.maintenance}>
      <Stack gap="md" align="flex-start">
        {mayRestart && (
          <Button variant="default" loading={isAway} onClick={() => void restart()}>
            {words.system.reboot}
          </Button>
        )}
        {mayReset && (
          <Button color="red" loading={isResetting} onClick={() => void reset()}>
            {words.system.factoryReset}
          </Button>
        )}
        {rights.isAdministrator && (
          <div>
            <Anchor href={addressOf('/api/system/diagnostics')} download>
              {words.system.diagnostics}
            </Anchor>
            <Text size="sm" c="dimmed">
              {words.system.diagnosticsText}
            </Text>
          </div>
        )}
      </Stack>
      {/* The space is reserved, so that nothing moves when the progress bar appears. */}
      <div role="status" style={{ minHeight: 36, marginTop: 12 }}>
        {isAway && (
          <>
            <Text size="sm">{words.system.rebootBusy}</Text>
            <Progress value={100} animated aria-label={words.system.rebootBusy} />
          </>
        )}
      </div>
    </Panel>
  );
}
