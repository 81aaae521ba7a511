import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { api, type Schema } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { useConfirm, type Question } from '../../parts/confirm.js';
import { say, sayFailed } from '../../parts/toasts.js';
import type { AccountRights } from './user-rights.js';

interface UserDeedsProps {
  readonly user: Schema['UserView'];
  readonly may: AccountRights;
}

/** Lock, disable and delete, and the ways back; each asks first where it takes something away. */
export function UserDeeds({ user, may }: UserDeedsProps) {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const path = { userId: user.id };
  const words = en.users;
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
    change.mutate(body, { onSuccess: () => say(done), onError: sayFailed });
  };
  const lock = (): Promise<void> =>
    user.userIsLocked
      ? run({ userIsLocked: false }, words.changed.unlock)
      : run({ userIsLocked: true }, words.changed.lock, {
          title: words.lockTitle(user.username),
          body: words.lockText,
          confirm: words.lock,
        });
  const disable = (): Promise<void> =>
    user.enabled
      ? run({ enabled: false }, words.changed.disable, {
          title: words.disableTitle(user.username),
          body: words.disableText,
          confirm: words.disable,
        })
      : run({ enabled: true }, words.changed.enable);
  const askToRemove = async (): Promise<void> => {
    const title = words.deleteTitle(user.username);
    if (!(await confirm({ title, body: words.deleteText, confirm: en.common.delete, danger: true }))) return;
    remove.mutate(undefined, {
      onSuccess: () => {
        say(words.deleted(user.username));
        void navigate('/settings/users', { replace: true });
      },
      onError: sayFailed,
    });
  };
  return (
    <>
      {may.mayShut && (
        <>
          <Button variant="default" miw={130} disabled={change.isPending} onClick={() => void lock()}>
            {user.userIsLocked ? words.unlock : words.lock}
          </Button>
          <Button variant="default" miw={80} disabled={change.isPending} onClick={() => void disable()}>
            {user.enabled ? words.disable : words.enable}
          </Button>
        </>
      )}
      {may.mayDelete && (
        <Button color="red" loading={remove.isPending} onClick={() => void askToRemove()}>
          {en.common.delete}
        </Button>
      )}
    </>
  );
}
