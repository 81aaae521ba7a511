import type { Schema } from '../../api/client.js';

export type Entry = Schema['TimelineEntryView'];
type Dated = Pick<Entry, 'id' | 'time'>;
type Caused = Pick<Entry, 'id' | 'cause'>;

export interface Day<E> {
  /** In the zone of the device: "2026-03-02". */
  readonly date: string;
  readonly entries: readonly E[];
}

/** Entries by the day of their time, in their order. */
export function daysOf<E extends Dated>(entries: readonly E[], dateOf: (time: string) => string): Day<E>[] {
  const days: { date: string; entries: E[] }[] = [];
  for (const entry of entries) {
    const date = dateOf(entry.time);
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, entries: [entry] });
  }
  return days;
}

/** The entries that led to one, the nearest first, as far as they are loaded. */
export function causesOf<E extends Caused>(entry: E, byId: ReadonlyMap<number, E>): E[] {
  const causes: E[] = [];
  let next = entry.cause === undefined ? undefined : byId.get(entry.cause);
  // An entry only follows from an older one, so the chain ends; the test keeps a damaged log from hanging the page.
  while (next && next.id < (causes.at(-1) ?? entry).id) {
    causes.push(next);
    next = next.cause === undefined ? undefined : byId.get(next.cause);
  }
  return causes;
}
