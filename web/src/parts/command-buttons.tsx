import { Button } from '@mantine/core';
import { en } from '../language/en.js';

export type Command = 'ON' | 'OFF' | 'REBOOT';
const COMMANDS: readonly Command[] = ['ON', 'OFF', 'REBOOT'];
const TEXTS: Readonly<Record<Command, string>> = {
  ON: en.outlets.turnOn,
  OFF: en.outlets.turnOff,
  REBOOT: en.outlets.reboot,
};

/** What the buttons of one outlet or relay are called, for who cannot see its row. */
export const labelsOf = (name: string): Readonly<Record<Command, string>> => ({
  ON: en.outlets.turnOnOf(name),
  OFF: en.outlets.turnOffOf(name),
  REBOOT: en.outlets.rebootOf(name),
});

interface CommandButtonsProps {
  readonly onCommand: (command: Command) => void;
  readonly size?: 'xs' | 'compact-xs';
  /** Names of the buttons where the words alone do not say what is switched. */
  readonly labels?: Readonly<Record<Command, string>>;
  readonly isBusy?: (command: Command) => boolean;
  readonly disabled?: boolean;
}

/** ON, OFF and REBOOT side by side. Only where the role may. */
export function CommandButtons({ onCommand, size = 'xs', labels, isBusy, disabled = false }: CommandButtonsProps) {
  return COMMANDS.map((command) => (
    <Button
      key={command}
      size={size}
      variant="default"
      aria-label={labels?.[command]}
      loading={isBusy?.(command) ?? false}
      disabled={disabled}
      onClick={() => onCommand(command)}
    >
      {TEXTS[command]}
    </Button>
  ));
}
