import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
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
      () => notify(enabled ? en.events.is.disabled : en.events.is.enabled),
      (error: unknown) => notifyFailure(error as Error),
    );
  };
  const remove = async (): Promise<void> => {
    const confirmed = await confirm({
      title: en.events.deleteTitle(name),
      body: en.events.deleteText,
      confirm: en.common.delete,
      danger: true,
    });
    if (!confirmed) return;
    try {
      await deleting.mutateAsync(undefined);
      notify(en.events.deleted(name));
      void navigate('/events', { replace: true });
    } catch (error) {
      notifyFailure(error as Error);
    }
  };
  return { toggle, remove: () => void remove(), isBusy: toggling.isPending };
}
