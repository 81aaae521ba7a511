import type { LiveMessage, LiveOf } from '../../live/live-store.js';
import { en } from '../../language/en.js';
import { duration } from '../../language/format.js';
import type { OutletCondition } from './outlet-condition.js';

type Outlet = Pick<LiveOf<'outlets'>, 'lastSwitching'>;
type Device = Pick<LiveMessage['device'], 'time'>;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** Why an outlet gives no power, as far as the reader's role may know; empty where that needs no reason. */
export function reasonOf(outlet: Outlet | undefined, condition: OutletCondition, device: Device | undefined): string {
  const words = en.outlets.reason;
  if (condition === 'noPower') return words.noPower;
  if (condition !== 'off' || !outlet) return '';
  const { lastSwitching } = outlet;
  if (!lastSwitching) return words.neverSwitched;
  const { state, by, who, time } = lastSwitching;
  const since = ago(time, device);
  if (state === 'ON') return words.elsewhere(since);
  return `${by ? words.by[by](who) : words.commanded}, ${since}`;
}

/** In one unit, so that it changes no oftener than it must. */
function ago(time: string, device: Device | undefined): string {
  const seconds = (Date.parse(device?.time ?? '') - Date.parse(time)) / 1000;
  if (!(seconds >= MINUTE)) return en.common.justNow; // also when a clock was set back since
  const unit = seconds < HOUR ? MINUTE : seconds < DAY ? HOUR : DAY;
  return en.common.ago(duration(Math.floor(seconds / unit) * unit));
}
