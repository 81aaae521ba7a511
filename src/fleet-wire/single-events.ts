/**
 * Codes of the events that have no end: a transfer to another source, a relay that has not followed a command as
 * controllers of an earlier release report it, a comparison of what is open, and the moments of schedules. All others are
 * raised and end.
 */
export const SINGLE_EVENTS: readonly string[] = [
  ...['TRANSFER', 'OUTLET_FAULT', 'EVENTS_COMPARED'],
  ...['EVENT_53', 'EVENT_54', 'EVENT_60', 'EVENT_61'],
];
