import { schedule } from './builders.js';
import { TIME_OF_DAY, wholeNumber, type EventParam } from './param.js';
import { always, type EventRow } from './row.js';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const INTERVAL = wholeNumber('interval', { unit: 's', min: 1, max: 604_800 });
const DAY_OF_MONTH = wholeNumber('day of month', { min: 1, max: 28 });
const DAY_OF_WEEK: EventParam = {
  ...wholeNumber('day of week', { min: 0, max: 6 }),
  choices: () => WEEKDAYS.map((label, day) => ({ value: String(day), label })),
};
const HOUR = wholeNumber('hour of day', { min: 0, max: 23 });
const MINUTE = wholeNumber('minute of hour', { min: 0, max: 59 });

/** Codes of the calendar and of the clock. */
export const SCHEDULE_CODES: readonly EventRow[] = [
  schedule(53, 'Scheduled Daily Time', [TIME_OF_DAY], ([time]) => ({
    hour: Number(time.slice(0, 2)),
    minute: Number(time.slice(3)),
  })),
  {
    code: 54,
    name: 'Scheduled Time Interval',
    params: [INTERVAL],
    fits: always,
    compile: ([seconds]) => ({ kind: 'interval', every: Number(seconds) * 1000 }),
  },
  schedule(60, 'Monthly Scheduled Event', [DAY_OF_MONTH, HOUR, MINUTE], ([day, hour, minute]) => ({
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
  })),
  schedule(61, 'Weekly Scheduled Event', [DAY_OF_WEEK, HOUR, MINUTE], ([weekday, hour, minute]) => ({
    weekday: Number(weekday),
    hour: Number(hour),
    minute: Number(minute),
  })),
];
