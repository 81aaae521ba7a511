import { ACCOUNT_COMMANDS } from './accounts.js';
import { AUTOMATION_COMMANDS } from './automation.js';
import type { ShellCommand } from './command.js';
import { HELP_COMMANDS } from './help.js';
import { NETBOOTER_COMMANDS } from './netbooter.js';
import { OUTLET_COMMANDS } from './outlets.js';
import { READING_COMMANDS } from './readings.js';
import { SETTING_COMMANDS } from './settings.js';
import { SYNLINK_COMMANDS } from './synlink.js';
import { SYSTEM_COMMANDS } from './system.js';

/** Every command of the shell but the `$A` commands, which have a form of their own. */
export const COMMANDS: readonly ShellCommand[] = [
  ...HELP_COMMANDS,
  ...OUTLET_COMMANDS,
  ...READING_COMMANDS,
  ...AUTOMATION_COMMANDS,
  ...SETTING_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...SYSTEM_COMMANDS,
  ...NETBOOTER_COMMANDS,
  ...SYNLINK_COMMANDS,
];
