import { APPLY } from './apply.js';
import { BACKUP } from './backup.js';
import { BUNDLE } from './bundle.js';
import { CHECK_CONFIG } from './check-config.js';
import type { Command } from './command.js';
import { EXPORT } from './export.js';
import { HEALTH } from './health.js';
import { PROBE } from './probe.js';
import { RESET_PASSWORD } from './reset-password.js';
import { RESTORE } from './restore.js';
import { VERSION_COMMAND } from './version.js';

/** Every subcommand of `rackfeed`. */
export const COMMANDS: readonly Command[] = [
  RESET_PASSWORD,
  CHECK_CONFIG,
  EXPORT,
  APPLY,
  BACKUP,
  RESTORE,
  BUNDLE,
  PROBE,
  HEALTH,
  VERSION_COMMAND,
];
