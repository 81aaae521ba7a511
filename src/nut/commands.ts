import type { Access } from '../common/access.js';
import { refusalReason, type Protection } from '../outlets/outlet-protection.js';
import type { OutletCommand } from '../outlets/outlet-commands.service.js';

/** An instant command of the protocol. */
export type NutCommand =
  | { readonly of: 'outlet'; readonly index: number; readonly command: OutletCommand }
  /** `number` counts the banks, then it is the id of the group. */
  | { readonly of: 'group'; readonly number: number; readonly command: OutletCommand }
  | { readonly of: 'all'; readonly command: 'ON' | 'OFF' };

const WORDS: Readonly<Record<string, OutletCommand>> = { off: 'OFF', on: 'ON', cycle: 'REBOOT' };
const SENTENCES: Readonly<Record<string, string>> = {
  off: 'Turn off the load',
  on: 'Turn on the load',
  cycle: 'Power cycle the load',
};

const NAME = /^(?:outlet\.(group\.)?([1-9]\d{0,8})\.)?load\.(off|on|cycle)$/;

/** The command with this name; undefined for any other text. */
export function parseNutCommand(name: string): NutCommand | undefined {
  const [, group, digits, word = ''] = NAME.exec(name) ?? [];
  const command = WORDS[word];
  if (command === undefined) return undefined;
  if (digits === undefined) return command === 'REBOOT' ? undefined : { of: 'all', command };
  return group === undefined
    ? { of: 'outlet', index: Number(digits), command }
    : { of: 'group', number: Number(digits), command };
}

/** One sentence about a command; undefined for an unknown name. */
export function commandDescription(name: string): string | undefined {
  const command = parseNutCommand(name);
  if (!command) return undefined;
  const sentence = SENTENCES[name.slice(name.lastIndexOf('.') + 1)] ?? '';
  if (command.of === 'all') {
    return command.command === 'ON' ? `${sentence} of all outlets, one after another` : `${sentence} of all outlets`;
  }
  return command.of === 'outlet'
    ? `${sentence} of outlet ${command.index}`
    : `${sentence} of outlet group ${command.number}`;
}

/** An outlet as the list of commands needs it. */
export interface CommandedOutlet {
  readonly id: string;
  readonly index: number;
  readonly protection: Protection;
}

export interface CommandedGroup {
  readonly number: number;
  readonly outlets: readonly CommandedOutlet[];
}

/**
 * The names of the commands that a caller may give, without those that a protection refuses. An outlet that takes no OFF
 * has no ON either, because clients make a switch of the two. Without a caller all of them, as upsd lists them to
 * everybody.
 */
export function commandNames(
  outlets: readonly CommandedOutlet[],
  groups: readonly CommandedGroup[],
  access: Access | undefined,
): string[] {
  const mayAll = (concerned: readonly CommandedOutlet[]): boolean =>
    concerned.length > 0 && concerned.every(({ id }) => access?.mayModify(id) ?? true);
  const mayGroups = access?.can('modifyOutletGroups') ?? true;
  return [
    ...(mayAll(outlets) && takes(outlets, 'OFF') ? ['load.off', 'load.on'] : []),
    ...outlets.flatMap((outlet) => (mayAll([outlet]) ? namesOf(`outlet.${outlet.index}`, [outlet]) : [])),
    ...groups.flatMap(({ number, outlets: members }) =>
      mayGroups && mayAll(members) ? namesOf(`outlet.group.${number}`, members) : [],
    ),
  ];
}

const namesOf = (of: string, concerned: readonly CommandedOutlet[]): string[] => [
  ...(takes(concerned, 'OFF') ? [`${of}.load.off`, `${of}.load.on`] : []),
  ...(takes(concerned, 'REBOOT') ? [`${of}.load.cycle`] : []),
];

const takes = (concerned: readonly CommandedOutlet[], command: OutletCommand): boolean =>
  concerned.every(({ protection }) => refusalReason(protection, command, false) === undefined);
