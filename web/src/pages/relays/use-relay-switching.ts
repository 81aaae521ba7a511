import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notifyFailure } from '../../components/toasts.js';
import { notifySwitched } from '../../components/undo-toast.js';

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
    const { name, command, target } = order;
    const id = 'relayOutputId' in target ? target.relayOutputId : `${target.sensorId}/${target.index}`;
    const confirmed = await confirm({
      title: TITLES[command](name),
      body: words.relays.confirmText,
      confirm: BUTTONS[command],
      danger: command !== 'ON' && command !== 'CLOSE',
      moves: true,
    });
    if (!confirmed) return;
    await change.mutateAsync(order).then(
      (undo) => notifySwitched(words.relays.doneOf(words.relays.done[command], name), undo, [id]),
      (error: unknown) => notifyFailure(switchingFailure(error as Error)),
    );
  };
  return { run, isBusy: change.isPending };
}

/** Returns the offer to undo the command, where there is one. */
async function send({ command, target }: Order): Promise<Schema['UndoOfferView'] | undefined> {
  const signal = AbortSignal.timeout(SWITCHING_LIMIT);
  if ('relayOutputId' in target) {
    if (command === 'OPEN' || command === 'CLOSE') return undefined;
    const body = { state: command };
    return (await api.put('/api/relayOutputs/{relayOutputId}', { path: target, body, signal })).undo;
  }
  const { sensorId, index } = target;
  if (command !== 'OPEN' && command !== 'CLOSE') return undefined;
  const body = { outputRelays: [{ index, state: command }] };
  await api.put('/api/sensors/{sensorId}', { path: { sensorId }, body, signal });
  return undefined;
}

const TITLES: Readonly<Record<RelayCommand, (name: string) => string>> = {
  ...words.relays.titleOf,
  OPEN: words.relays.openTitle,
  CLOSE: words.relays.closeTitle,
};
const BUTTONS: Readonly<Record<RelayCommand, string>> = {
  ON: words.relays.turnOn,
  OFF: words.relays.turnOff,
  REBOOT: words.outlets.reboot,
  OPEN: words.relays.toOpen,
  CLOSE: words.relays.toClose,
};
