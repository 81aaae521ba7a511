import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import type { Action } from './action-texts.js';

/** Deletes an action after a confirmation that names the events that run it. */
export function useActionDelete(events: readonly Schema['EventView'][]): (action: Action) => void {
  const confirm = useConfirm();
  const deleting = useChange(
    ({ id }: Action) => api.delete('/api/actions/{actionId}', { path: { actionId: String(id) } }),
    ['/api/actions', '/api/events'],
  );
  const remove = async (action: Action): Promise<void> => {
    const users = events.filter(({ actions }) => actions.includes(action.id)).map(({ name }) => name);
    const confirmed = await confirm({
      title: words.actions.deleteTitle(action.name),
      body: users.length > 0 ? words.actions.deleteText(users.join(', ')) : words.rules.deleteText,
      confirm: words.common.delete,
      danger: true,
    });
    if (!confirmed) return;
    await deleting.mutateAsync(action).then(
      () => notify(words.actions.deleted(action.name)),
      (error: unknown) => notifyFailure(error as Error),
    );
  };
  return (action) => void remove(action);
}
