import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';

/** The time for which an acknowledgement can be undone in the toast; later by the button beside the alarm. */
const UNDO_TIME = 10_000;

/** Acknowledges alarms and takes that back, and notifies the user of the result. */
export function useAcknowledging() {
  const changing = useChange(
    ({ alarmId, wanted }: { readonly alarmId: string; readonly wanted: boolean }) =>
      wanted
        ? api.put('/api/alarms/{alarmId}/acknowledgement', { path: { alarmId }, body: {} })
        : api.delete('/api/alarms/{alarmId}/acknowledgement', { path: { alarmId } }),
    ['/api/alarms'],
  );
  const set = async (alarmId: string, wanted: boolean): Promise<void> => {
    try {
      await changing.mutateAsync({ alarmId, wanted });
    } catch (error) {
      notifyFailure(error as Error);
      return;
    }
    if (!wanted) {
      notify(words.overview.takenBack);
      return;
    }
    const undo = { label: words.undo.button, time: UNDO_TIME, run: () => void set(alarmId, false) };
    notify(words.overview.acknowledgedNow, undo);
  };
  return { set, isBusy: changing.isPending };
}
