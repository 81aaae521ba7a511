import { Button, Group as Row } from '@mantine/core';
import { en } from '../../language/en.js';
import type { Command } from '../outlets/switch-question.js';
import type { useGroupDeeds } from './use-group-deeds.js';
import type { Group } from './use-groups.js';

const COMMANDS = ['ON', 'OFF', 'REBOOT'] as const;
const TEXTS: Readonly<Record<Command, string>> = {
  ON: en.outlets.turnOn,
  OFF: en.outlets.turnOff,
  REBOOT: en.outlets.reboot,
};
const LABELS: Readonly<Record<Command, (name: string) => string>> = {
  ON: en.groups.turnOnOf,
  OFF: en.groups.turnOffOf,
  REBOOT: en.groups.rebootOf,
};

interface SwitchButtonsProps {
  readonly group: Group;
  readonly deeds: ReturnType<typeof useGroupDeeds>;
  readonly size: 'xs' | 'compact-xs';
}

/** ON, OFF and REBOOT of a group. Only where the role may. */
export function SwitchButtons({ group, deeds: { run, busy }, size }: SwitchButtonsProps) {
  return (
    <Row gap={4} wrap="nowrap">
      {COMMANDS.map((command) => (
        <Button
          key={command}
          size={size}
          variant="default"
          aria-label={LABELS[command](group.groupName)}
          loading={busy?.group.id === group.id && busy.command === command}
          onClick={() => void run({ group, command })}
        >
          {TEXTS[command]}
        </Button>
      ))}
    </Row>
  );
}
