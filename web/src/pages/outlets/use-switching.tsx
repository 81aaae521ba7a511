import { api, ApiFailure } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import type { Command } from '../../parts/command-buttons.js';
import { useConfirm } from '../../parts/confirm.js';
import { say, sayFailed } from '../../parts/toasts.js';
import type { OutletRow } from './outlet-rows.js';
import { SwitchQuestion } from './switch-question.js';

interface Order {
  readonly outlets: readonly OutletRow[];
  readonly command: Command;
}

/** Asks, showing what hangs on the outlets, and then switches them; says what became of it. */
export function useSwitching(): { readonly run: (order: Order) => Promise<void>; readonly isBusy: boolean } {
  const confirm = useConfirm();
  const change = useChange(send, ['/api/groups']);
  const run = async (order: Order): Promise<void> => {
    const { outlets, command } = order;
    const isMeant = await confirm({
      title: en.outlets.confirmTitle[command],
      body: <SwitchQuestion outlets={outlets} command={command} />,
      confirm: en.outlets.confirmButton[command](outlets.length),
      danger: command !== 'ON',
    });
    if (!isMeant) return;
    try {
      await change.mutateAsync(order);
      const names =
        outlets.length > 3 ? en.outlets.many(outlets.length) : outlets.map(({ outletName }) => outletName).join(', ');
      say(en.outlets.doneOf(en.outlets.done[command], names));
    } catch (error) {
      sayFailed(error as Error);
    }
  };
  return { run, isBusy: change.isPending };
}

/** One outlet by its own path, several with one command. The dialog is the confirmation that a protection asks for. */
async function send({ outlets, command }: Order): Promise<void> {
  const body = { state: command, confirm: true };
  const [only] = outlets;
  if (outlets.length === 1 && only) {
    await api.put('/api/outlets/{outletId}', { path: { outletId: only.id }, body });
    return;
  }
  const answer = await api.put('/api/outlets', { body: { ...body, outlets: outlets.map(({ id }) => id) } });
  const failed = answer.outlets.filter(({ ok }) => !ok);
  if (failed.length === 0) return;
  const sentences = failed.map(({ error }) => error?.message).join(' ');
  throw new ApiFailure(500, 'RELAY_FAULT', `${en.outlets.bulkFailed(failed.length, outlets.length)} ${sentences}`);
}
