import type { Alarm } from '../components/alarms.js';
import { duration } from '../language/format.js';
import { words } from '../language/words.js';
import { deviceNow } from '../live/device-now.js';
import { AlarmAges, type AlarmAge } from './alarm-ages.js';

/** The ages of the alarms of this session. */
export const alarmAges = new AlarmAges();

/** The present age of an alarm. */
export const ageNow = ({ id }: Alarm): AlarmAge => alarmAges.ageOf(id, deviceNow());

/** The present age in words, from a minute on in whole minutes. */
export function ageText(alarm: Alarm): string {
  const { seconds, isLeast } = ageNow(alarm);
  const length = duration(seconds < 60 ? seconds : Math.floor(seconds / 60) * 60);
  return (isLeast ? words.overview.forMoreThan : words.overview.forTime)(length);
}
