import type { Command } from '../../components/command-buttons.js';
import type { OutletRow } from './outlet-rows.js';

/** The reason why a command skips an outlet. */
export type LeftOut = Refusal | 'already';
/** The reason why the protection of an outlet refuses a command. */
export type Refusal = 'locked' | 'rebootOnly';
export type Planned = Pick<OutletRow, 'state' | 'protection' | 'isRebooting' | 'hasFailed'>;

export interface SwitchPlan<Outlet extends Planned> {
  /** The outlets that the command is sent for. */
  readonly moved: readonly Outlet[];
  /** The outlets among them whose protection requires a confirmation. */
  readonly asking: readonly Outlet[];
  readonly left: readonly { readonly outlet: Outlet; readonly why: LeftOut }[];
}

/** Sorts outlets by the effect of a command, so that no command is offered that would be refused. */
export function planOf<Outlet extends Planned>(outlets: readonly Outlet[], command: Command): SwitchPlan<Outlet> {
  const left = outlets.flatMap((outlet) => {
    const why = leftOut(outlet, command);
    return why ? [{ outlet, why }] : [];
  });
  const moved = outlets.filter((outlet) => leftOut(outlet, command) === undefined);
  return { moved, left, asking: command === 'ON' ? [] : moved.filter(({ protection }) => protection === 'confirm') };
}

/** The reason why the protection of an outlet refuses a command; undefined if it does not. */
export function refusalOf({ protection }: Pick<Planned, 'protection'>, command: Command): Refusal | undefined {
  if (protection === 'locked') return 'locked';
  return protection === 'rebootOnly' && command === 'OFF' ? 'rebootOnly' : undefined;
}

/** True if a command would change nothing; never for an outlet that reboots or has a relay fault. */
export const isAlready = ({ state, isRebooting, hasFailed }: Planned, command: Command): boolean =>
  state === command && !isRebooting && !hasFailed;

const leftOut = (outlet: Planned, command: Command): LeftOut | undefined =>
  refusalOf(outlet, command) ?? (isAlready(outlet, command) ? 'already' : undefined);

type Fed = Pick<OutletRow, 'id' | 'state' | 'device'>;

/**
 * The outlets that go on feeding the device of an outlet whose power is cut; undefined if no other outlet of this PDU feeds
 * it.
 * @param cut the ids of all outlets whose power is cut
 */
export function otherFeeds<Outlet extends Fed>(
  { id, device }: Fed,
  cut: readonly string[],
  all: readonly Outlet[],
): readonly Outlet[] | undefined {
  const feed = device?.feed;
  if (feed === undefined) return undefined;
  const others = all.filter((other) => other.device?.feed === feed && other.id !== id);
  if (others.length === 0) return undefined;
  return others.filter((other) => other.state === 'ON' && !cut.includes(other.id));
}

/** True if a device with several feeds loses the last one that is on. */
export function cutsLastFeed(moved: readonly Fed[], command: Command, all: readonly Fed[]): boolean {
  const cut = moved.map(({ id }) => id);
  return command !== 'ON' && moved.some((outlet) => otherFeeds(outlet, cut, all)?.length === 0);
}

/** True unless an undo would turn off an outlet whose protection asks for more than a press of a button. */
export const mayUndo = (moved: readonly OutletRow[], command: Command): boolean =>
  command !== 'ON' || moved.every(({ protection }) => protection === 'none');
