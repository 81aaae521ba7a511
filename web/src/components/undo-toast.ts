import { api, type Schema } from '../api/client.js';
import { queryClient } from '../api/queries.js';
import { words } from '../language/words.js';
import { objectName } from './object-name.js';
import { SWITCHING_LIMIT, switchingFailure } from './switching-failure.js';
import { notify, notifyFailure } from './toasts.js';

/** For so long the button is shown: counted from the answer, as the clock of the browser may differ from the PDU's. */
const SHOWN = 58_000;

/**
 * Shows the success of a switching, with a button that takes it back where the controller offers that.
 * @param ids those of the switched objects
 */
export function notifySwitched(text: string, undo: Schema['UndoOfferView'] | undefined, ids: readonly string[]): void {
  if (!undo) return notify(text, undefined, ids);
  notify(text, { label: words.undo.button, time: SHOWN, run: () => void takeBack(undo.token) }, ids);
}

async function takeBack(token: string): Promise<void> {
  try {
    const signal = AbortSignal.timeout(SWITCHING_LIMIT);
    const { restored, left } = await api.post('/api/undo', { body: { token }, signal });
    const nameOf = (id: string): string => objectName(id) ?? id;
    const sentences = [
      ...(restored.length > 0 ? [words.undo.restored(words.common.names(restored.map(nameOf)))] : []),
      ...left.map(({ id, reason }) => words.undo.left(nameOf(id), reason)),
    ];
    notify(sentences.join(' '));
  } catch (error) {
    notifyFailure(switchingFailure(error as Error));
  } finally {
    const isOfGroups = ({ queryKey: [path] }: { queryKey: readonly unknown[] }): boolean =>
      typeof path === 'string' && path.startsWith('/api/groups');
    await queryClient.invalidateQueries({ predicate: isOfGroups });
  }
}
