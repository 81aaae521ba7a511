import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import type { Event } from './event-texts.js';

/** Enables, disables and deletes an event, and notifies the user of the result. */
export function useEventCommands({ id, name, enabled }: Event) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const path = { eventId: String(id) };
  const toggling = useChange(
    (wanted: boolean) => api.put('/api/events/{eventId}', { path, body: { enabled: wanted } }),
    ['/api/events'],
  );
  const deleting = useChange(() => api.delete('/api/events/{eventId}', { path }), ['/api/events']);
  const toggle = (): void => {
    void toggling.mutateAsync(!enabled).then(
      () => notify(enabled ? words.events.is.disabled : words.events.is.enabled),
      (error: unknown) => notifyFailure(error as Error),
    );
  };
  const remove = async (): Promise<void> => {
    const confirmed = await confirm({
      title: words.events.deleteTitle(name),
      body: words.events.deleteText,
      confirm: words.common.delete,
      danger: true,
    });
    if (!confirmed) return;
    try {
      await deleting.mutateAsync(undefined);
      notify(words.events.deleted(name));
      void navigate('/events', { replace: true });
    } catch (error) {
      notifyFailure(error as Error);
    }
  };
  return { toggle, remove: () => void remove(), isBusy: toggling.isPending };
}
