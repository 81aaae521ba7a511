import type { Alarm, AlarmMark } from '../../components/alarms.js';
import type { OutletRow } from '../outlets/outlet-rows.js';

/**
 * The mark of the worst alarm at each part, by its id. The alarms come with the worst first.
 * @param asOf the time at which they were read, while they cannot be read again: an alarm of then may have ended
 */
export function alarmedParts(
  alarms: readonly Pick<Alarm, 'tone' | 'places'>[],
  asOf: number | undefined,
): ReadonlyMap<string, AlarmMark> {
  const parts = new Map<string, AlarmMark>();
  for (const { tone, places } of alarms) {
    for (const place of places) if (!parts.has(place)) parts.set(place, asOf === undefined ? tone : 'past');
  }
  return parts;
}

/** The element on the page that an alarm is at: an outlet, the first outlet of a bank, else its part of the power path. */
export function placeOfAlarm(
  { places }: Pick<Alarm, 'places'>,
  rows: readonly Pick<OutletRow, 'id' | 'bankId'>[],
): HTMLElement | null {
  const outlet = rows.find(({ id, bankId }) => places.includes(id) || places.includes(bankId));
  if (outlet) return document.querySelector<HTMLElement>(`[data-outlet="${outlet.id}"]`);
  return document.querySelector<HTMLElement>(places.map((id) => `[data-node="${id}"]`).join(',') || '[data-node=""]');
}
