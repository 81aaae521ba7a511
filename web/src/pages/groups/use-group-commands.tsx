import { Stack, Text } from '@mantine/core';
import { api } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { words } from '../../language/words.js';
import { seconds } from '../../language/format.js';
import { live } from '../../live/live.js';
import type { Command } from '../../components/command-buttons.js';
import { useConfirm } from '../../components/confirm.js';
import { SWITCHING_LIMIT, switchingFailure } from '../../components/switching-failure.js';
import { notify, notifyFailure } from '../../components/toasts.js';
import { notifySwitched } from '../../components/undo-toast.js';
import { useOutletRows } from '../outlets/outlet-rows.js';
import { cutsLastFeed, mayUndo, planOf } from '../outlets/switch-plan.js';
import { SwitchQuestion } from '../outlets/switch-question.js';
import type { Group } from './use-groups.js';

interface Order {
  readonly group: Group;
  readonly command: Command;
  /** The user has confirmed the outlets whose protection requires it, by holding the button. */
  readonly isConfirmed: boolean;
}

const idsOf = ({ outlets }: Group): string => outlets.map(({ id }) => id).join();

/** Switches and deletes groups after a confirmation, and notifies the user of the result. */
export function useGroupCommands() {
  const confirm = useConfirm();
  const rows = useOutletRows() ?? [];
  const switching = useChange(
    async ({ group, command, isConfirmed }: Order) => {
      const path = { groupId: group.id };
      // The controller switches the outlets that the group has then: another user may have changed it since the question.
      const now = await api.get('/api/groups/{groupId}', { path });
      if (idsOf(now) !== idsOf(group)) throw new Error(words.groups.changed(group.groupName));
      return api.put('/api/groups/{groupId}', {
        path,
        body: { state: command, ...(isConfirmed && { confirm: true }) },
        signal: AbortSignal.timeout(SWITCHING_LIMIT),
      });
    },
    ['/api/groups'],
  );
  const deleting = useChange(
    ({ id }: Group) => api.delete('/api/groups/{groupId}', { path: { groupId: id } }),
    ['/api/groups'],
  );

  /**
   * Asks with the list of what will happen.
   * @param isHeld the button was held down beside the list of the outlets, which answers a question that neither a protection
   * nor a device that would lose its last feed asks
   */
  const run = async (order: Omit<Order, 'isConfirmed'>, isHeld = false): Promise<void> => {
    const { group, command } = order;
    const outlets = group.outlets.flatMap(({ id }) => rows.find((row) => row.id === id) ?? []);
    const { moved, left, asking } = planOf(outlets, command);
    // The controller switches a group as a whole or not at all; outlets already in the wanted state stay as they are.
    const refused = left.filter(({ why }) => why !== 'already');
    const plan = { moved: refused.length > 0 ? [] : moved, left, asking: refused.length > 0 ? [] : asking };
    const losesFeed = cutsLastFeed(moved, command, live.all('outlets'));
    const isAnswered = isHeld && refused.length === 0 && asking.length === 0 && !losesFeed;
    const confirmed =
      isAnswered ||
      (await confirm({
        title: words.groups.confirmTitle[command](group.groupName),
        body: (
          <Stack gap="xs">
            <Text size="sm">
              {refused.length > 0
                ? words.groups.refused(words.common.names(refused.map(({ outlet }) => outlet.outletName)))
                : words.groups.confirmHow[command](delayText(group))}
            </Text>
            <SwitchQuestion plan={plan} command={command} />
          </Stack>
        ),
        ...(refused.length === 0 && { confirm: words.outlets.confirmButton[command](moved.length || outlets.length) }),
        danger: command !== 'ON',
        held: plan.asking.length > 0,
        moves: true,
      }));
    if (!confirmed) return;
    await switching.mutateAsync({ ...order, isConfirmed: asking.length > 0 }).then(
      ({ undo }) =>
        notifySwitched(
          words.groups.started[command](group.groupName),
          mayUndo(outlets, command) ? undo : undefined,
          group.outlets.map(({ id }) => id),
        ),
      (error: unknown) => notifyFailure(switchingFailure(error as Error)),
    );
  };

  /** Resolves to true if the group was deleted. */
  const remove = async (group: Group): Promise<boolean> => {
    const confirmed = await confirm({
      title: words.groups.deleteTitle(group.groupName),
      body: words.groups.deleteText,
      confirm: words.common.delete,
      danger: true,
    });
    if (!confirmed) return false;
    return deleting.mutateAsync(group).then(
      () => {
        notify(words.groups.deleted(group.groupName));
        return true;
      },
      (error: unknown) => {
        notifyFailure(error as Error);
        return false;
      },
    );
  };
  return { run, remove, busy: switching.isPending ? switching.variables : undefined };
}

/** The delay of a group as text: "5 s apart", or "all at once". */
export const delayText = ({ groupRebootSequenceDelay: delay }: Group): string =>
  delay === 0 ? words.groups.atOnce : words.groups.apart(seconds(delay));
