import type { Times } from '../../language/format.js';
import type { Drawing } from './history-lines.js';

/**
 * Everything that a chart shows as one CSV file: the time in UTC and in the zone of the device, one column a line.
 * @param time the heading of the first column, in the language of the user as those of the lines are
 */
export function csvOf({ lines, columns: [at, ...values] }: Drawing, unit: string, times: Times, time: string): string {
  const header = [time, `${time} (${times.zone})`, ...lines.map(({ label }) => (unit ? `${label} (${unit})` : label))];
  const rows = at.map((second, place) => [
    new Date(second * 1000).toISOString(),
    times.dateTime(second),
    ...values.map((column) => String(column[place] ?? '')),
  ]);
  return [header, ...rows].map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');
}

/** A text that a spreadsheet would calculate begins with an apostrophe. */
function cellOf(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
