import { useNavigate } from 'react-router';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { useConfirm } from '../../parts/confirm.js';
import { say, sayFailed } from '../../parts/toasts.js';
import type { Event } from './event-words.js';

/** Enables, disables and deletes an event; says what became of it. */
export function useEventDeeds({ id, name, enabled }: Event) {
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
      () => say(enabled ? en.events.is.disabled : en.events.is.enabled),
      (error: unknown) => sayFailed(error as Error),
    );
  };
  const remove = async (): Promise<void> => {
    const isMeant = await confirm({
      title: en.events.deleteTitle(name),
      body: en.events.deleteText,
      confirm: en.common.delete,
      danger: true,
    });
    if (!isMeant) return;
    try {
      await deleting.mutateAsync(undefined);
      say(en.events.deleted(name));
      void navigate('/events', { replace: true });
    } catch (error) {
      sayFailed(error as Error);
    }
  };
  return { toggle, remove: () => void remove(), isBusy: toggling.isPending };
}
