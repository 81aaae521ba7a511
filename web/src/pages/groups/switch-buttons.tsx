import { Group as Row } from '@mantine/core';
import { en } from '../../language/en.js';
import { CommandButtons } from '../../parts/command-buttons.js';
import type { useGroupDeeds } from './use-group-deeds.js';
import type { Group } from './use-groups.js';

interface SwitchButtonsProps {
  readonly group: Group;
  readonly deeds: ReturnType<typeof useGroupDeeds>;
  readonly size: 'xs' | 'compact-xs';
}

/** ON, OFF and REBOOT of a group. Only where the role may. */
export function SwitchButtons({ group, deeds: { run, busy }, size }: SwitchButtonsProps) {
  const { turnOnOf, turnOffOf, rebootOf } = en.groups;
  const { groupName: name } = group;
  return (
    <Row gap={4} wrap="nowrap">
      <CommandButtons
        size={size}
        labels={{ ON: turnOnOf(name), OFF: turnOffOf(name), REBOOT: rebootOf(name) }}
        isBusy={(command) => busy?.group.id === group.id && busy.command === command}
        onCommand={(command) => void run({ group, command })}
      />
    </Row>
  );
}
