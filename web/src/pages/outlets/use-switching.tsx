import { api, ApiFailure } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import type { Command } from '../../components/command-buttons.js';
import { useConfirm } from '../../components/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { outletTitle } from '../../components/outlet-title.js';
import { withOutletNames } from '../../components/object-name.js';
import type { OutletRow } from './outlet-rows.js';
import { planOf } from './switch-plan.js';
import { SwitchQuestion } from './switch-question.js';

interface Order {
  readonly outlets: readonly OutletRow[];
  readonly command: Command;
  /** The user has confirmed the outlets whose protection requires it, by holding the button. */
  readonly isConfirmed: boolean;
}

/** Switches outlets after a confirmation that shows the effect on each, and notifies the user of the result. */
export function useSwitching() {
  const confirm = useConfirm();
  const change = useChange(send, ['/api/groups']);
  const run = async (order: Omit<Order, 'isConfirmed'>): Promise<void> => {
    const { command } = order;
    const plan = planOf(order.outlets, command);
    const { moved, asking } = plan;
    const confirmed = await confirm({
      title: en.outlets.confirmTitle[command],
      body: <SwitchQuestion plan={plan} command={command} />,
      ...(moved.length > 0 && { confirm: en.outlets.confirmButton[command](moved.length) }),
      danger: command !== 'ON',
      held: asking.length > 0,
      moves: true,
    });
    if (!confirmed) return;
    try {
      await change.mutateAsync({ outlets: moved, command, isConfirmed: asking.length > 0 });
      const names = moved.length > 3 ? en.outlets.many(moved.length) : en.common.names(moved.map(outletTitle));
      notify(en.outlets.doneOf(en.outlets.done[command], names));
    } catch (error) {
      notifyFailure(switchingFailure(error as Error));
    }
  };
  return { run, isBusy: change.isPending };
}

/** Sends the command: for one outlet to its own path, for several as one request. */
async function send({ outlets, command, isConfirmed }: Order): Promise<void> {
  const body = { state: command, ...(isConfirmed && { confirm: true }) };
  const signal = AbortSignal.timeout(SWITCHING_LIMIT);
  const [only] = outlets;
  if (outlets.length === 1 && only) {
    await api.put('/api/outlets/{outletId}', { path: { outletId: only.id }, body, signal });
    return;
  }
  const answer = await api.put('/api/outlets', { body: { ...body, outlets: outlets.map(({ id }) => id) }, signal });
  const failed = answer.outlets.filter(({ ok }) => !ok);
  if (failed.length === 0) return;
  const sentences = failed.map(({ error }) => withOutletNames(error?.message ?? '')).join(' ');
  throw new ApiFailure(500, 'RELAY_FAULT', `${en.outlets.bulkFailed(failed.length, outlets.length)} ${sentences}`);
}
