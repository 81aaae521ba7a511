import { Anchor, Button, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { addressOf, api } from '../../api/client.js';
import { useSession } from '../../session/session.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { Panel } from '../../components/page.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { useRestart } from './use-restart.js';

/** Restart, factory reset and the diagnostics file, as far as the role may use them. */
export function MaintenancePanel() {
  const { rights } = useSession();
  const { isAway, wait } = useRestart();
  const mayRestart = rights.can('allowPduRestart');
  const mayReset = rights.can('allowFactoryReset');
  if (!mayRestart && !mayReset && !rights.isAdministrator) return null;
  return (
    <Panel title={words.system.maintenance}>
      <Stack gap="md" align="flex-start">
        {mayRestart && <Restart wait={wait} isAway={isAway} />}
        {mayReset && <FactoryReset />}
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

function Restart({ wait, isAway }: { readonly wait: () => Promise<void>; readonly isAway: boolean }) {
  const confirm = useConfirm();
  const { reboot, rebootText, rebooted } = words.system;
  const onClick = async (): Promise<void> => {
    if (!(await confirm({ title: `${reboot}?`, body: rebootText, confirm: reboot }))) return;
    try {
      const answered = api.post('/api/system/reboot');
      await Promise.all([answered, wait()]);
      notify(rebooted);
    } catch (error) {
      notifyFailure(error as Error);
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
  const { factoryReset, factoryResetText, factoryResetPhrase, resetDoneConsole, resetDoneEnvironment } = words.system;
  const onClick = async (): Promise<void> => {
    const question = { title: `${factoryReset}?`, body: factoryResetText, confirm: factoryReset, danger: true };
    if (!(await confirm({ ...question, typed: factoryResetPhrase }))) return;
    setBusy(true);
    try {
      const { adminPassword } = await api.post('/api/system/configReset');
      notify(adminPassword === 'console' ? resetDoneConsole : resetDoneEnvironment);
    } catch (error) {
      notifyFailure(error as Error);
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
