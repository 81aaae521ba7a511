import type { Schema } from '../../api/client.js';

export type History = Pick<Schema['HistoryView'], 't' | 'step' | 'avg' | 'min' | 'max' | 'used'>;
export type Column = (number | null)[];
export type Columns = [number[], ...Column[]];

/** Average, maximum and minimum. A gap in the history gets a point without a value, which interrupts the lines there. */
export function spreadOf(history: History): Columns {
  const lines = [history.avg, history.max, history.min];
  const times: number[] = [];
  const columns: Column[] = lines.map(() => []);
  const add = (at: number, valueOf: (line: readonly number[]) => number | undefined): void => {
    times.push(at);
    lines.forEach((line, place) => columns[place]?.push(valueOf(line) ?? null));
  };
  history.t.forEach((at, place) => {
    const before = history.t[place - 1];
    if (before !== undefined && at - before > history.step) add(before + history.step, () => undefined);
    add(at, (line) => line[place]);
  });
  return [times, ...columns];
}

/** A day of the zone of the device, or a step; seconds since 1970. */
export interface Period {
  readonly begin: number;
  readonly end: number;
}

/**
 * The energy of each period, in two columns: periods that are covered as a whole, and those at the ends that are not, because
 * they still run, or the time range or the history begins or ends within them. They must not pass for days of little energy.
 */
export function energyBars({ t, step, used = [] }: History, periodOf: (at: number) => Period, now: number): Columns {
  const bars: { first: number; last: number; sum: number; period: Period }[] = [];
  t.forEach((at, place) => {
    const bar = bars.at(-1);
    const amount = used[place] ?? 0;
    if (bar && at < bar.period.end) Object.assign(bar, { last: at, sum: bar.sum + amount });
    else bars.push({ first: at, last: at, sum: amount, period: periodOf(at) });
  });
  const isWhole = ({ first, last, period: { begin, end } }: (typeof bars)[number], place: number): boolean =>
    (place > 0 || first - begin < step) && (place < bars.length - 1 || (last + step >= end && end <= now));
  return [
    bars.map(({ first }) => first),
    bars.map((bar, place) => (isWhole(bar, place) ? bar.sum : null)),
    bars.map((bar, place) => (isWhole(bar, place) ? null : bar.sum)),
  ];
}

/** Columns of several histories over the same times; a history without a value at a time has a gap there. */
export function joined(all: readonly Columns[]): Columns {
  const times = [...new Set(all.flatMap(([at]) => at))].sort((one, other) => one - other);
  const columns = all.flatMap(([at, ...lines]) => {
    const places = new Map(at.map((time, place) => [time, place]));
    return lines.map((line) => times.map((time) => line[places.get(time) ?? -1] ?? null));
  });
  return [times, ...columns];
}
