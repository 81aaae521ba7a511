import { Group as Row } from '@mantine/core';
import { words } from '../../language/words.js';
import { CommandButtons } from '../../components/command-buttons.js';
import type { useGroupCommands } from './use-group-commands.js';
import type { Group } from './use-groups.js';

interface SwitchButtonsProps {
  readonly group: Group;
  readonly commands: ReturnType<typeof useGroupCommands>;
  readonly size: 'xs' | 'compact-xs';
  /** True where the outlets and their loads are in sight, so that a held button needs no list of them. */
  readonly mayHold?: boolean;
}

/** The buttons ON, OFF and REBOOT of a group; shown only to roles that may switch it. */
export function SwitchButtons({ group, commands: { run, busy }, size, mayHold = false }: SwitchButtonsProps) {
  const { turnOnOf, turnOffOf, rebootOf } = words.groups;
  const { groupName: name } = group;
  return (
    <Row gap={4} wrap="nowrap">
      <CommandButtons
        size={size}
        labels={{ ON: turnOnOf(name), OFF: turnOffOf(name), REBOOT: rebootOf(name) }}
        isBusy={(command) => busy?.group.id === group.id && busy.command === command}
        onCommand={(command) => void run({ group, command })}
        {...(mayHold && { onHeld: (command) => void run({ group, command }, true) })}
      />
    </Row>
  );
}
