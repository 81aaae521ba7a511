import type { Alarm } from '../components/alarms.js';
import { deviceNow } from '../live/device-now.js';
import { AlarmAges, type AlarmAge } from './alarm-ages.js';

/** The ages of the alarms of this session. */
export const alarmAges = new AlarmAges();

/** The present age of an alarm. */
export const ageNow = ({ key }: Alarm): AlarmAge => alarmAges.ageOf(key, deviceNow());
