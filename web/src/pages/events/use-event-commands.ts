import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import type { Event } from './event-texts.js';

/** Enables an event that is disabled, disables one that is enabled, and notifies the user of the result. */
export function useEventToggle() {
  const toggling = useChange(
    ({ id, enabled }: Event) =>
      api.put('/api/events/{eventId}', { path: { eventId: String(id) }, body: { enabled: !enabled } }),
    ['/api/events'],
  );
  const toggle = (event: Event): Promise<void> =>
    toggling.mutateAsync(event).then(
      () => notify(event.enabled ? words.events.is.disabled : words.events.is.enabled),
      (error: unknown) => notifyFailure(error as Error),
    );
  return { toggle, isBusy: toggling.isPending };
}

/** Enables, disables and deletes an event, and notifies the user of the result. */
export function useEventCommands(event: Event) {
  const { id, name } = event;
  const confirm = useConfirm();
  const navigate = useNavigate();
  const path = { eventId: String(id) };
  const { toggle, isBusy } = useEventToggle();
  const deleting = useChange(() => api.delete('/api/events/{eventId}', { path }), ['/api/events']);
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
  return { toggle: () => void toggle(event), remove: () => void remove(), isBusy };
}
