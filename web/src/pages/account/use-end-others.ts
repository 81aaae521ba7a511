import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useConfirm } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { words } from '../../language/words.js';

/** Ends all sessions of the user except this one, after a confirmation. */
export function useEndOthers() {
  const confirm = useConfirm();
  const change = useChange(() => api.delete('/api/user/sessions'), ['/api/user/sessions']);
  const end = async (): Promise<void> => {
    const texts = words.account;
    const question = { title: texts.endOthersTitle, body: texts.endOthersText, confirm: texts.endOthers, danger: true };
    if (!(await confirm(question))) return;
    change.mutate(undefined, { onSuccess: () => notify(texts.othersEnded), onError: notifyFailure });
  };
  return { end, isPending: change.isPending };
}
