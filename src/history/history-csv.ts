import type { HistoryView } from './history.view.js';

/** The columns of a history as CSV (RFC 4180), a line for each step that has samples. */
export function historyCsv({ t, avg, min, max, used }: HistoryView): string {
  const header = ['time', 'avg', 'min', 'max', ...(used ? ['used'] : [])];
  const rows = t.map((second, i) => [
    new Date(second * 1000).toISOString(),
    ...[avg, min, max, ...(used ? [used] : [])].map((column) => column[i] ?? ''),
  ]);
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
