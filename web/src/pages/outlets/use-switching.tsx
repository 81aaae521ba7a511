import { api, ApiFailure, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { live } from '../../live/live.js';
import type { Command } from '../../components/command-buttons.js';
import { useConfirm } from '../../components/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notifyFailure } from '../../components/toasts.js';
import { notifySwitched } from '../../components/undo-toast.js';
import { outletTitle } from '../../components/outlet-title.js';
import { withOutletNames } from '../../components/object-name.js';
import type { OutletRow } from './outlet-rows.js';
import { cutsLastFeed, mayUndo, planOf } from './switch-plan.js';
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
  /**
   * @param isHeld the button was held down, which is the answer to a question that neither a protection nor a device that
   * would lose its last feed asks
   */
  const run = async (order: Omit<Order, 'isConfirmed'>, isHeld = false): Promise<void> => {
    const { command } = order;
    const plan = planOf(order.outlets, command);
    const { moved, asking } = plan;
    const asksNothing = asking.length === 0 && !cutsLastFeed(moved, command, live.all('outlets'));
    const isAnswered = isHeld && moved.length === order.outlets.length && asksNothing;
    const confirmed =
      isAnswered ||
      (await confirm({
        title: words.outlets.confirmTitle[command],
        body: <SwitchQuestion plan={plan} command={command} />,
        ...(moved.length > 0 && { confirm: words.outlets.confirmButton[command](moved.length) }),
        danger: command !== 'ON',
        held: asking.length > 0,
        moves: true,
      }));
    if (!confirmed) return;
    try {
      const { undo, failed } = await change.mutateAsync({ outlets: moved, command, isConfirmed: asking.length > 0 });
      const done = moved.filter(({ id }) => !failed.some((each) => each.id === id));
      const names = done.length > 3 ? words.outlets.many(done.length) : words.common.names(done.map(outletTitle));
      if (done.length > 0) {
        notifySwitched(
          words.outlets.doneOf(words.outlets.done[command], names),
          mayUndo(moved, command) ? undo : undefined,
          done.map(({ id }) => id),
        );
      }
      if (failed.length > 0) notifyFailure(bulkFailure(failed, moved.length));
    } catch (error) {
      notifyFailure(switchingFailure(error as Error));
    }
  };
  return { run, isBusy: change.isPending };
}

type Outcome = Schema['SwitchedOutletView'];

interface Switched {
  /** The offer to undo the command, for what it has moved. */
  readonly undo?: Schema['UndoOfferView'] | undefined;
  /** The outlets of a command to several that did not follow. */
  readonly failed: readonly Outcome[];
}

/** Sends the command: for one outlet to its own path, for several as one request. */
async function send({ outlets, command, isConfirmed }: Order): Promise<Switched> {
  const body = { state: command, ...(isConfirmed && { confirm: true }) };
  const signal = AbortSignal.timeout(SWITCHING_LIMIT);
  const [only] = outlets;
  if (outlets.length === 1 && only) {
    const { undo } = await api.put('/api/outlets/{outletId}', { path: { outletId: only.id }, body, signal });
    return { undo, failed: [] };
  }
  const answer = await api.put('/api/outlets', { body: { ...body, outlets: outlets.map(({ id }) => id) }, signal });
  return { undo: answer.undo, failed: answer.outlets.filter(({ ok }) => !ok) };
}

/** The outlets of a command to several that did not follow, in the words of the server. */
function bulkFailure(failed: readonly Outcome[], all: number): ApiFailure {
  const sentences = failed.map(({ error }) => withOutletNames(error?.message ?? '')).join(' ');
  return new ApiFailure(500, 'RELAY_FAULT', `${words.outlets.bulkFailed(failed.length, all)} ${sentences}`);
}
