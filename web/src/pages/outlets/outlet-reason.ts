import type { LiveMessage, LiveOf } from '../../live/live-store.js';
import { words } from '../../language/words.js';
import { duration } from '../../language/format.js';
import type { OutletCondition } from '../../components/outlet-condition.js';

type Outlet = Pick<LiveOf<'outlets'>, 'lastSwitching'>;
type Device = Pick<LiveMessage['device'], 'time'>;

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** The reason why an outlet has no power, as far as the role may know it; empty if it has power. */
export function reasonOf(outlet: Outlet | undefined, condition: OutletCondition, device: Device | undefined): string {
  const texts = words.outlets.reason;
  if (condition === 'noPower') return texts.noPower;
  if (condition !== 'off' || !outlet) return '';
  const { lastSwitching } = outlet;
  if (!lastSwitching) return texts.neverSwitched;
  const { state, by, who, time } = lastSwitching;
  const since = ago(time, device);
  if (state === 'ON') return texts.elsewhere(since);
  return `${by ? texts.by[by](who) : texts.commanded}, ${since}`;
}

/** The time since then in one unit, so that the text seldom changes. */
function ago(time: string, device: Device | undefined): string {
  const seconds = (Date.parse(device?.time ?? '') - Date.parse(time)) / 1000;
  if (!(seconds >= MINUTE)) return words.common.justNow; // also if the clock was set back since then
  const unit = seconds < HOUR ? MINUTE : seconds < DAY ? HOUR : DAY;
  return words.common.ago(duration(Math.floor(seconds / unit) * unit));
}
