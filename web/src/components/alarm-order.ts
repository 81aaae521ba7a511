import type { Alarm } from './alarms.js';

/** The tone of an event that has triggered, on every page. */
export const TRIGGERED: Alarm['tone'] = 'bad';

/** Those that nobody has acknowledged. */
export const unacknowledged = (alarms: readonly Alarm[]): readonly Alarm[] =>
  alarms.filter(({ acknowledgement }) => acknowledgement === undefined);

/** The worst first, and those that somebody has acknowledged after all others. */
export const worstFirst = (alarms: readonly Alarm[]): readonly Alarm[] =>
  alarms.toSorted((a, b) => rankOf(a) - rankOf(b));

const rankOf = ({ tone, acknowledgement }: Alarm): number =>
  (acknowledgement === undefined ? 0 : 2) + (tone === 'bad' ? 0 : 1);
