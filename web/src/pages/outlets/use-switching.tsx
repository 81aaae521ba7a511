import { api, ApiFailure } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import type { Command } from '../../parts/command-buttons.js';
import { useConfirm } from '../../parts/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../parts/switching-failure.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { withNames } from '../../parts/thing-name.js';
import type { OutletRow } from './outlet-rows.js';
import { planOf } from './switch-plan.js';
import { SwitchQuestion } from './switch-question.js';

interface Order {
  readonly outlets: readonly OutletRow[];
  readonly command: Command;
  /** The operator was asked for the outlets whose protection wants that, and has held the button. */
  readonly isConfirmed: boolean;
}

/** Asks, showing what will happen to the outlets, and then switches those that can be; says what became of it. */
export function useSwitching() {
  const confirm = useConfirm();
  const change = useChange(send, ['/api/groups']);
  const run = async (wanted: Omit<Order, 'isConfirmed'>): Promise<void> => {
    const { command } = wanted;
    const plan = planOf(wanted.outlets, command);
    const { moved, asking } = plan;
    const isMeant = await confirm({
      title: en.outlets.confirmTitle[command],
      body: <SwitchQuestion plan={plan} command={command} />,
      ...(moved.length > 0 && { confirm: en.outlets.confirmButton[command](moved.length) }),
      danger: command !== 'ON',
      held: asking.length > 0,
      moves: true,
    });
    if (!isMeant) return;
    try {
      await change.mutateAsync({ outlets: moved, command, isConfirmed: asking.length > 0 });
      const names =
        moved.length > 3 ? en.outlets.many(moved.length) : en.common.names(moved.map(({ outletName }) => outletName));
      say(en.outlets.doneOf(en.outlets.done[command], names));
    } catch (error) {
      sayFailed(switchingFailure(error as Error));
    }
  };
  return { run, isBusy: change.isPending };
}

/** One outlet by its own path, several with one command. */
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
  const sentences = failed.map(({ error }) => withNames(error?.message ?? '')).join(' ');
  throw new ApiFailure(500, 'RELAY_FAULT', `${en.outlets.bulkFailed(failed.length, outlets.length)} ${sentences}`);
}
