import type { Schema } from '../../api/client.js';
import type { Times } from '../../language/format.js';

type History = Pick<Schema['HistoryView'], 't' | 'used'>;

/** The energy of each hour of a day, kWh; undefined where nothing was measured. */
export interface HeatDay {
  /** Year, month and day in every language: 2026-03-02. */
  readonly date: string;
  /** A time of it, seconds since 1970. */
  readonly at: number;
  readonly hours: readonly (number | undefined)[];
}

/**
 * The energy of several objects by day and hour of the device's zone, the newest day first. The two equal hours at the end of
 * summer time are shown as their mean.
 */
export function heatDays(histories: readonly History[], times: Pick<Times, 'fieldOf'>): HeatDay[] {
  const days = new Map<string, { at: number; hours: (number | undefined)[] }>();
  for (const { t, used = [] } of histories) {
    const slots = t.map((at) => times.fieldOf(at).slice(0, 13));
    t.forEach((at, place) => {
      const [date = '', clock = ''] = (slots[place] ?? '').split(/[T ]/);
      const day = days.get(date) ?? { at, hours: Array.from({ length: 24 }, () => undefined) };
      const { hours } = day;
      const hour = Number(clock);
      const own = used[place] ?? 0;
      const more = place > 0 && slots[place] === slots[place - 1] ? (own - (used[place - 1] ?? 0)) / 2 : own;
      hours[hour] = (hours[hour] ?? 0) + more;
      days.set(date, day);
    });
  }
  return [...days].map(([date, day]) => ({ date, ...day })).sort((one, other) => (one.date < other.date ? 1 : -1));
}

/** The shades of the map; 0 is for an hour without energy. */
export const SHADES = 5;

/** The shade of an hour between the lowest and the highest of the map: 1 to 5. */
export function shadeOf(value: number | undefined, low: number, high: number): number | undefined {
  if (value === undefined) return undefined;
  if (value <= 0) return 0;
  if (high <= low) return SHADES;
  return Math.min(SHADES, 1 + Math.floor(((value - low) / (high - low)) * SHADES));
}
