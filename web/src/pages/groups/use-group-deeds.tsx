import { Stack, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { en } from '../../language/en.js';
import { seconds } from '../../language/format.js';
import type { Command } from '../../parts/command-buttons.js';
import { useConfirm } from '../../parts/confirm.js';
import { say, sayFailed } from '../../parts/toasts.js';
import { useOutletRows } from '../outlets/outlet-rows.js';
import { SwitchQuestion } from '../outlets/switch-question.js';
import type { Group } from './use-groups.js';

interface Order {
  readonly group: Group;
  readonly command: Command;
}

/** Switches and deletes groups, after asking; says what became of it. */
export function useGroupDeeds() {
  const confirm = useConfirm();
  const rows = useOutletRows() ?? [];
  const switching = useChange(
    ({ group: { id }, command }: Order) =>
      // The dialog is the confirmation that a protection asks for.
      api.put('/api/groups/{groupId}', { path: { groupId: id }, body: { state: command, confirm: true } }),
    ['/api/groups'],
  );
  const deleting = useChange(
    ({ id }: Group) => api.delete('/api/groups/{groupId}', { path: { groupId: id } }),
    ['/api/groups'],
  );

  const run = async (order: Order): Promise<void> => {
    const { group, command } = order;
    const outlets = group.outlets.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
    const isMeant = await confirm({
      title: en.groups.confirmTitle[command](group.groupName),
      body: (
        <Stack gap="xs">
          <Text size="sm">{en.groups.confirmHow[command](delayText(group))}</Text>
          <SwitchQuestion outlets={outlets} command={command} />
        </Stack>
      ),
      confirm: en.outlets.confirmButton[command](outlets.length),
      danger: command !== 'ON',
    });
    if (!isMeant) return;
    await switching.mutateAsync(order).then(
      () => say(en.groups.begun[command](group.groupName)),
      (error: unknown) => sayFailed(error as Error),
    );
  };

  /** True when it is deleted. */
  const remove = async (group: Group): Promise<boolean> => {
    const isMeant = await confirm({
      title: en.groups.deleteTitle(group.groupName),
      body: en.groups.deleteText,
      confirm: en.common.delete,
      danger: true,
    });
    if (!isMeant) return false;
    return deleting.mutateAsync(group).then(
      () => {
        say(en.groups.deleted(group.groupName));
        return true;
      },
      (error: unknown) => {
        sayFailed(error as Error);
        return false;
      },
    );
  };
  return { run, remove, busy: switching.isPending ? switching.variables : undefined };
}

/** "5 s apart", or "all at once". */
export const delayText = ({ groupRebootSequenceDelay: delay }: Group): string =>
  delay === 0 ? en.groups.atOnce : en.groups.apart(seconds(delay));
