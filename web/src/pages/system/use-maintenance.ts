import { useState } from 'react';
import { api } from '../../api/client.js';
import { useConfirm } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';
import { useRestart } from './use-restart.js';

/** The restart and the factory reset of the controller: each asks first, and notifies the user of the result. */
export function useMaintenance() {
  const confirm = useConfirm();
  const { isAway, wait } = useRestart();
  const [isResetting, setResetting] = useState(false);

  const restart = async (): Promise<void> => {
    const { reboot, rebootText, rebooted } = words.system;
    if (!(await confirm({ title: `${reboot}?`, body: rebootText, confirm: reboot }))) return;
    try {
      const answered = api.post('/api/system/reboot');
      await Promise.all([answered, wait()]);
      notify(rebooted);
    } catch (error) {
      notifyFailure(error as Error);
    }
  };

  const reset = async (): Promise<void> => {
    const { factoryReset, factoryResetText, factoryResetPhrase } = words.system;
    const question = { title: `${factoryReset}?`, body: factoryResetText, confirm: factoryReset, danger: true };
    if (!(await confirm({ ...question, typed: factoryResetPhrase }))) return;
    setResetting(true);
    try {
      const { adminPassword } = await api.post('/api/system/configReset');
      notify(adminPassword === 'console' ? words.system.resetDoneConsole : words.system.resetDoneEnvironment);
    } catch (error) {
      notifyFailure(error as Error);
    } finally {
      setResetting(false);
    }
  };

  /** `isAway` while the controller restarts. */
  return { restart, reset, isAway, isResetting };
}
