import type { Response } from 'express';
import type { HistoryQueryDto } from './history.dto.js';
import type { HistoryView } from './history.view.js';

/** The columns of a history as CSV (RFC 4180), with a line for each step that has samples. */
export function historyCsv({ t, avg, min, max, used }: HistoryView): string {
  const header = ['time', 'avg', 'min', 'max', ...(used ? ['used'] : [])];
  const rows = t.map((second, i) => [
    new Date(second * 1000).toISOString(),
    ...[avg, min, max, ...(used ? [used] : [])].map((column) => column[i] ?? ''),
  ]);
  return [header, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** The view itself for JSON; for CSV its text, with the headers set. Without a format the header Accept decides. */
export function inFormat(
  view: HistoryView,
  format: HistoryQueryDto['format'],
  response: Response,
): HistoryView | string {
  response.setHeader('Vary', 'Accept');
  if ((format ?? response.req.accepts(['json', 'csv'])) !== 'csv') return view;
  response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  response.setHeader('Content-Disposition', `attachment; filename="${view.object}-${view.measure}.csv"`);
  return historyCsv(view);
}
