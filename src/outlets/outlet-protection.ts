import type { OnOff } from '../common/units.js';

/**
 * The protection of an outlet against switching:
 * `none`: everything is carried out; `confirm`: what turns it off must say that it is meant; `rebootOnly`: it may be
 * rebooted and turned on, but not turned off to stay off; `locked`: nothing.
 */
export const PROTECTIONS = ['none', 'confirm', 'rebootOnly', 'locked'] as const;
export type Protection = (typeof PROTECTIONS)[number];

/** The reason why a command is refused, as the end of a sentence; undefined if it may be carried out. */
export function refusalReason(
  protection: Protection,
  command: OnOff | 'REBOOT',
  confirmed: boolean | undefined,
): string | undefined {
  if (protection === 'locked') return 'it is locked; change its protection before switching it';
  if (command === 'ON') return undefined;
  if (protection === 'confirm' && !confirmed) return 'repeat the command with "confirm": true if this is meant';
  if (protection === 'rebootOnly' && command === 'OFF')
    return 'it takes REBOOT and ON only; change its protection first';
  return undefined;
}
