import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { useConfirm, type Question } from '../../components/confirm.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import type { AccountRights } from './user-rights.js';

interface AccountButtonsProps {
  readonly user: Schema['UserView'];
  readonly may: AccountRights;
}

/**
 * The buttons to lock, disable and delete an account, and to unlock and enable it; those that restrict it ask first.
 */
export function AccountButtons({ user, may }: AccountButtonsProps) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const path = { userId: user.id };
  const texts = words.users;
  const change = useChange(
    ({ enabled, ...body }: Pick<Schema['UpdateUserDto'], 'enabled' | 'userIsLocked'>) => {
      if (enabled === undefined) return api.put('/api/users/{userId}', { path, body });
      return api.post(enabled ? '/api/users/{userId}/enable' : '/api/users/{userId}/disable', { path });
    },
    ['/api/users'],
  );
  const remove = useChange(() => api.delete('/api/users/{userId}', { path }));
  const run = async (
    body: Parameters<typeof change.mutate>[0],
    done: string,
    question?: Omit<Question, 'danger'>,
  ): Promise<void> => {
    if (question && !(await confirm({ ...question, danger: true }))) return;
    change.mutate(body, { onSuccess: () => notify(done), onError: notifyFailure });
  };
  const lock = (): Promise<void> =>
    user.userIsLocked
      ? run({ userIsLocked: false }, texts.changed.unlock)
      : run({ userIsLocked: true }, texts.changed.lock, {
          title: texts.lockTitle(user.username),
          body: texts.lockText,
          confirm: texts.lock,
        });
  const disable = (): Promise<void> =>
    user.enabled
      ? run({ enabled: false }, texts.changed.disable, {
          title: texts.disableTitle(user.username),
          body: texts.disableText,
          confirm: texts.disable,
        })
      : run({ enabled: true }, texts.changed.enable);
  const askToRemove = async (): Promise<void> => {
    const title = texts.deleteTitle(user.username);
    if (!(await confirm({ title, body: texts.deleteText, confirm: words.common.delete, danger: true }))) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        notify(texts.deleted(user.username));
        void navigate('/settings/users', { replace: true });
      },
      onError: notifyFailure,
    });
  };
  return (
    <>
      {may.mayShut && (
        <>
          <Button variant="default" miw={130} disabled={change.isPending} onClick={() => void lock()}>
            {user.userIsLocked ? texts.unlock : texts.lock}
          </Button>
          <Button variant="default" miw={80} disabled={change.isPending} onClick={() => void disable()}>
            {user.enabled ? texts.disable : texts.enable}
          </Button>
        </>
      )}
      {may.mayDelete && (
        <Button color="red" loading={remove.isPending} onClick={() => void askToRemove()}>
          {words.common.delete}
        </Button>
      )}
    </>
  );
}
