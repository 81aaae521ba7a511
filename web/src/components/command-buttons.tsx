import { words } from '../language/words.js';
import './command-buttons.css';
import { RelayButton } from './relay-button.js';

export type Command = 'ON' | 'OFF' | 'REBOOT';
const COMMANDS: readonly Command[] = ['ON', 'OFF', 'REBOOT'];
const TEXTS: Readonly<Record<Command, string>> = {
  ON: words.outlets.turnOn,
  OFF: words.outlets.turnOff,
  REBOOT: words.outlets.reboot,
};

/** The labels of the buttons of one outlet or relay, for screen readers, which do not read its row with them. */
export const labelsOf = (name: string): Readonly<Record<Command, string>> => ({
  ON: words.outlets.turnOnOf(name),
  OFF: words.outlets.turnOffOf(name),
  REBOOT: words.outlets.rebootOf(name),
});

interface CommandButtonsProps {
  readonly onCommand: (command: Command) => void;
  /** The same without a question, where protection and consequences ask for none; absent: a button is only clicked. */
  readonly onHeld?: (command: Command) => void;
  readonly size?: 'xs' | 'compact-xs';
  /** Labels for screen readers, where the texts of the buttons do not name the outlet or relay. */
  readonly labels?: Readonly<Record<Command, string>>;
  readonly isBusy?: (command: Command) => boolean;
  /** Commands that would change nothing now. */
  readonly isIdle?: (command: Command) => boolean;
  /** Commands that are not offered at all. */
  readonly isLeftOut?: (command: Command) => boolean;
}

/** The buttons ON, OFF and REBOOT; shown only to roles that may switch. */
export function CommandButtons(props: CommandButtonsProps) {
  const { onCommand, onHeld, size = 'xs', labels, isBusy, isIdle, isLeftOut } = props;
  return COMMANDS.filter((command) => !isLeftOut?.(command)).map((command) => (
    <RelayButton
      key={command}
      size={size}
      className="command"
      data-command={command}
      aria-label={labels?.[command]}
      isBusy={isBusy?.(command) ?? false}
      isIdle={isIdle?.(command) ?? false}
      onClick={() => onCommand(command)}
      onHeld={onHeld && (() => onHeld(command))}
    >
      {TEXTS[command]}
    </RelayButton>
  ));
}
