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

/**
 * The energy of each period that begins where `periodOf` changes, in two columns: complete periods, and the last one
 * while it still runs, so that it does not pass for a day of little energy.
 */
export function energyBars(
  { t, used = [] }: History,
  periodOf: (at: number) => string,
  now: number,
  lengthOf: (begin: number) => number,
): Columns {
  const bars: { begin: number; sum: number; period: string }[] = [];
  t.forEach((at, place) => {
    const period = periodOf(at);
    const last = bars.at(-1);
    const amount = used[place] ?? 0;
    if (last?.period === period) last.sum += amount;
    else bars.push({ begin: at, sum: amount, period });
  });
  const isRunning = (begin: number): boolean => begin + lengthOf(begin) > now;
  return [
    bars.map(({ begin }) => begin),
    bars.map(({ begin, sum }) => (isRunning(begin) ? null : sum)),
    bars.map(({ begin, sum }) => (isRunning(begin) ? sum : null)),
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
