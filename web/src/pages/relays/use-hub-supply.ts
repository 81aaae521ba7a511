import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';

export interface Hub {
  readonly sensorId: string;
  readonly sensorName: string;
}

/** Switches the DC supply of an I/O hub, after a question before it is turned off, and notifies the user of the result. */
export function useHubSupply() {
  const confirm = useConfirm();
  const change = useChange(
    ({ sensorId, isOn }: { readonly sensorId: string; readonly isOn: boolean }) =>
      api.put('/api/sensors/{sensorId}', {
        path: { sensorId },
        body: { vdcOutputState: isOn },
        signal: AbortSignal.timeout(SWITCHING_LIMIT),
      }),
    [],
  );
  const set = async ({ sensorId, sensorName }: Hub, isOn: boolean): Promise<void> => {
    const texts = words.relays;
    const name = texts.dcSupplyOf(sensorName);
    const question = { title: texts.titleOf.OFF(name), body: texts.dcOffText, confirm: texts.turnOff };
    if (!isOn && !(await confirm({ ...question, danger: true, moves: true }))) return;
    await change.mutateAsync({ sensorId, isOn }).then(
      () => notify(texts.doneOf(texts.done[isOn ? 'ON' : 'OFF'], name)),
      (error: unknown) => notifyFailure(switchingFailure(error as Error)),
    );
  };
  return { set, isBusy: change.isPending };
}
