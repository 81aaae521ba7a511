import { en } from '../language/en.js';
import { ArmedButton } from './armed-button.js';

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
  /** Commands that would change nothing now. */
  readonly isIdle?: (command: Command) => boolean;
  /** Commands that are not offered at all. */
  readonly isLeftOut?: (command: Command) => boolean;
}

/** ON, OFF and REBOOT side by side. Only where the role may. */
export function CommandButtons({ onCommand, size = 'xs', labels, isBusy, isIdle, isLeftOut }: CommandButtonsProps) {
  return COMMANDS.filter((command) => !isLeftOut?.(command)).map((command) => (
    <ArmedButton
      key={command}
      size={size}
      variant="default"
      aria-label={labels?.[command]}
      loading={isBusy?.(command) ?? false}
      isIdle={isIdle?.(command) ?? false}
      onClick={() => onCommand(command)}
    >
      {TEXTS[command]}
    </ArmedButton>
  ));
}
