import { Anchor, Button, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf, api } from '../../api/client.js';
import { useSession } from '../../app/session.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { Panel } from '../../parts/page.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { useRestart } from './use-restart.js';

/** Restart, factory reset and the file for who helps: what the role may do of it. */
export function MaintenancePanel() {
  const { rights } = useSession();
  const { isAway, wait } = useRestart();
  const mayRestart = rights.can('allowPduRestart');
  const mayReset = rights.can('allowFactoryReset');
  if (!mayRestart && !mayReset && !rights.isAdministrator) return null;
  return (
    <Panel title={en.system.maintenance}>
      <Stack gap="md" align="flex-start">
        {mayRestart && <Restart wait={wait} isAway={isAway} />}
        {mayReset && <FactoryReset />}
        {rights.isAdministrator && (
          <div>
            <Anchor href={addressOf('/api/system/diagnostics')} download>
              {en.system.diagnostics}
            </Anchor>
            <Text size="sm" c="dimmed">
              {en.system.diagnosticsText}
            </Text>
          </div>
        )}
      </Stack>
      {/* Always there, so that nothing jumps when it begins. */}
      <div role="status" style={{ minHeight: 36, marginTop: 12 }}>
        {isAway && (
          <>
            <Text size="sm">{en.system.rebootBusy}</Text>
            <Progress value={100} animated aria-label={en.system.rebootBusy} />
          </>
        )}
      </div>
    </Panel>
  );
}

function Restart({ wait, isAway }: { readonly wait: () => Promise<void>; readonly isAway: boolean }) {
  const confirm = useConfirm();
  const { reboot, rebootText, rebooted } = en.system;
  const onClick = async (): Promise<void> => {
    if (!(await confirm({ title: `${reboot}?`, body: rebootText, confirm: reboot }))) return;
    try {
      const answered = api.post('/api/system/reboot');
      await Promise.all([answered, wait()]);
      say(rebooted);
    } catch (error) {
      sayFailed(error as Error);
    }
  };
  return (
    <Button variant="default" loading={isAway} onClick={() => void onClick()}>
      {reboot}
    </Button>
  );
}

function FactoryReset() {
  const confirm = useConfirm();
  const [isBusy, setBusy] = useState(false);
  const { factoryReset, factoryResetText, factoryResetWord, resetDoneConsole, resetDoneEnvironment } = en.system;
  const onClick = async (): Promise<void> => {
    const question = { title: `${factoryReset}?`, body: factoryResetText, confirm: factoryReset, danger: true };
    if (!(await confirm({ ...question, typed: factoryResetWord }))) return;
    setBusy(true);
    try {
      const { adminPassword } = await api.post('/api/system/configReset');
      say(adminPassword === 'console' ? resetDoneConsole : resetDoneEnvironment);
    } catch (error) {
      sayFailed(error as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button color="red" loading={isBusy} onClick={() => void onClick()}>
      {factoryReset}
    </Button>
  );
}
