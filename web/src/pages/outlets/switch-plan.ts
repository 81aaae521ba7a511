import type { Command } from '../../parts/command-buttons.js';
import type { OutletRow } from './outlet-rows.js';

/** Why an outlet is left out of a command. */
export type LeftOut = 'locked' | 'rebootOnly' | 'already';
export type Planned = Pick<OutletRow, 'state' | 'protection' | 'isRebooting' | 'hasFailed'>;

export interface SwitchPlan<Outlet extends Planned> {
  /** The outlets that the command is sent for. */
  readonly moved: readonly Outlet[];
  /** Those of them whose protection asks for a confirmation of its own. */
  readonly asking: readonly Outlet[];
  readonly left: readonly { readonly outlet: Outlet; readonly why: LeftOut }[];
}

/** Sorts outlets by what a command would do to them, so that nothing is offered that will be refused. */
export function planOf<Outlet extends Planned>(outlets: readonly Outlet[], command: Command): SwitchPlan<Outlet> {
  const left = outlets.flatMap((outlet) => {
    const why = leftOut(outlet, command);
    return why ? [{ outlet, why }] : [];
  });
  const moved = outlets.filter((outlet) => leftOut(outlet, command) === undefined);
  return { moved, left, asking: command === 'ON' ? [] : moved.filter(({ protection }) => protection === 'confirm') };
}

/** What its protection refuses; undefined when the command is carried out. */
export function refusalOf({ protection }: Pick<Planned, 'protection'>, command: Command): LeftOut | undefined {
  if (protection === 'locked') return 'locked';
  return protection === 'rebootOnly' && command === 'OFF' ? 'rebootOnly' : undefined;
}

/** True where the command would change nothing: an outlet that reboots or does not follow its relay is never so. */
export const isAlready = ({ state, isRebooting, hasFailed }: Planned, command: Command): boolean =>
  state === command && !isRebooting && !hasFailed;

const leftOut = (outlet: Planned, command: Command): LeftOut | undefined =>
  refusalOf(outlet, command) ?? (isAlready(outlet, command) ? 'already' : undefined);
