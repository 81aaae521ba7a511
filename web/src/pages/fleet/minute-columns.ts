import type { HubSchema } from '../../api/client.js';

type Minutes = Pick<HubSchema['PduMinutesView'], 't' | 'w' | 'peak'>;
/** Seconds since 1970, mean and peak; null is a gap. */
export type MinuteColumns = [number[], (number | null)[], (number | null)[]];

const MINUTE = 60;

/** The columns of a chart. Minutes that the hub does not have become one gap, so that no line is drawn over them. */
export function columnsOf({ t, w, peak }: Minutes): MinuteColumns {
  const columns: MinuteColumns = [[], [], []];
  t.forEach((at, place) => {
    const before = t[place - 1];
    if (before !== undefined && at - before > MINUTE) add(columns, before + MINUTE, null, null);
    add(columns, at, w[place] ?? null, peak[place] ?? null);
  });
  return columns;
}

function add([times, means, peaks]: MinuteColumns, at: number, mean: number | null, peak: number | null): void {
  times.push(at);
  means.push(mean);
  peaks.push(peak);
}
