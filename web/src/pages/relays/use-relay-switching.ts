import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../components/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notify, notifyFailure } from '../../components/toasts.js';

export type RelayCommand = 'ON' | 'OFF' | 'REBOOT' | 'OPEN' | 'CLOSE';

interface Order {
  readonly name: string;
  readonly command: RelayCommand;
  /** The id of a relay output, or the id of a hub with the number of its relay. */
  readonly target: { readonly relayOutputId: string } | { readonly sensorId: string; readonly index: number };
}

/** Switches relay outputs and the relays of I/O hubs after a confirmation, and notifies the user of the result. */
export function useRelaySwitching() {
  const confirm = useConfirm();
  const change = useChange(send, []);
  const run = async (order: Order): Promise<void> => {
    const { name, command } = order;
    const confirmed = await confirm({
      title: TITLES[command](name),
      body: en.relays.confirmText,
      confirm: BUTTONS[command],
      danger: command !== 'ON' && command !== 'CLOSE',
      moves: true,
    });
    if (!confirmed) return;
    await change.mutateAsync(order).then(
      () => notify(en.relays.doneOf(en.relays.done[command], name)),
      (error: unknown) => notifyFailure(switchingFailure(error as Error)),
    );
  };
  return { run, isBusy: change.isPending };
}

async function send({ command, target }: Order): Promise<void> {
  const signal = AbortSignal.timeout(SWITCHING_LIMIT);
  if ('relayOutputId' in target) {
    if (command === 'OPEN' || command === 'CLOSE') return;
    await api.put('/api/relayOutputs/{relayOutputId}', { path: target, body: { state: command }, signal });
    return;
  }
  const { sensorId, index } = target;
  if (command !== 'OPEN' && command !== 'CLOSE') return;
  const body = { outputRelays: [{ index, state: command }] };
  await api.put('/api/sensors/{sensorId}', { path: { sensorId }, body, signal });
}

const TITLES: Readonly<Record<RelayCommand, (name: string) => string>> = {
  ...en.relays.titleOf,
  OPEN: en.relays.openTitle,
  CLOSE: en.relays.closeTitle,
};
const BUTTONS: Readonly<Record<RelayCommand, string>> = {
  ON: en.relays.turnOn,
  OFF: en.relays.turnOff,
  REBOOT: en.outlets.reboot,
  OPEN: en.relays.toOpen,
  CLOSE: en.relays.toClose,
};
