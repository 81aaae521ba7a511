import type { LiveMessage, LiveOf } from '../../live/live-store.js';
import { words } from '../../language/words.js';
import { duration, watts } from '../../language/format.js';
import type { OutletCondition } from '../../components/outlet-condition.js';

type Outlet = Pick<LiveOf<'outlets'>, 'lastSwitching' | 'turnsOnAt' | 'watts'>;
type Device = Pick<LiveMessage['device'], 'time'>;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** For so long it is said that an outlet draws power again, s. */
const NEWLY_ON = MINUTE;
/** A load begins so long after its outlet was turned on, s. */
const LOAD_BEGINS = 3;

/**
 * The time until an outlet is on that is off for a reboot, or waits for its turn after the mains have come back; empty
 * if it does neither, or is overdue.
 */
export function onIn(outlet: Outlet | undefined, condition: OutletCondition, device: Device | undefined): string {
  const seconds = -secondsSince(outlet?.turnsOnAt, device);
  if (!(seconds > 0)) return '';
  const texts = words.outlets.reason;
  if (condition === 'pendingOn') return texts.onAgainIn(duration(seconds));
  return condition === 'off' ? texts.onIn(duration(seconds)) : '';
}

/** The power that an outlet draws again, for a minute after it was turned on; empty without metering. */
export function drawsAgain(outlet: Outlet | undefined, condition: OutletCondition, device: Device | undefined): string {
  const { lastSwitching, watts: power } = outlet ?? {};
  if (condition !== 'on' || lastSwitching?.state !== 'ON' || power === undefined) return '';
  if (!(secondsSince(lastSwitching.time, device) < NEWLY_ON)) return '';
  const texts = words.outlets.reason;
  return Math.round(power) === 0 ? texts.drawsNothing : texts.drawsAgain(watts(power));
}

/**
 * The end of a power cycle in words, when the load has had time to begin: undefined before that, empty unless the outlet is
 * on by its last step.
 */
export function cycleEnd(
  outlet: Outlet | undefined,
  condition: OutletCondition,
  device: Device | undefined,
): string | undefined {
  const { lastSwitching } = outlet ?? {};
  if (condition !== 'on' || lastSwitching?.by !== 'powerCycle') return '';
  if (lastSwitching.state === 'OFF' || secondsSince(lastSwitching.time, device) < LOAD_BEGINS) return undefined;
  return drawsAgain(outlet, condition, device) || words.outlets.reason.onAgain;
}

/** The seconds since a moment by the clock of the PDU; NaN while either time is unknown. */
const secondsSince = (time: string | undefined, device: Device | undefined): number =>
  (Date.parse(device?.time ?? '') - Date.parse(time ?? '')) / 1000;

/**
 * The reason why an outlet has no power, as far as the role may know it; empty if it has power. Of a command, the second part
 * is how long ago it was: ", 9 d ago".
 * @param deadInlets the names of all inlets if none has voltage, which is the reason then
 */
export function reasonOf(
  outlet: Outlet | undefined,
  condition: OutletCondition,
  device: Device | undefined,
  deadInlets: readonly string[] = [],
): readonly [cause: string, since?: string] {
  const texts = words.outlets.reason;
  if (condition === 'noPower') return [deadInlets.length > 0 ? texts.noSupply(deadInlets) : texts.noPower];
  if (condition !== 'off' || !outlet) return [''];
  const { lastSwitching, turnsOnAt } = outlet;
  if (turnsOnAt !== undefined) return [texts.powerUp];
  if (!lastSwitching) return [texts.neverSwitched];
  const { state, by, who, time } = lastSwitching;
  const since = ago(time, device);
  if (state === 'ON') return [texts.elsewhere(since)];
  return [by ? texts.by[by](who) : texts.commanded, `, ${since}`];
}

/** The time since then in one unit, so that the text seldom changes. */
function ago(time: string, device: Device | undefined): string {
  const seconds = secondsSince(time, device);
  if (!(seconds >= MINUTE)) return words.common.justNow; // also if the clock was set back since then
  const unit = seconds < HOUR ? MINUTE : seconds < DAY ? HOUR : DAY;
  return words.common.ago(duration(Math.floor(seconds / unit) * unit));
}
