import type { Request, Response } from 'express';
import { ApiError } from '../common/errors.js';
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

export type HistoryFormat = 'json' | 'csv';

/** The view itself for JSON; for CSV its text, with the headers set. */
export function inFormat(view: HistoryView, format: HistoryFormat, response: Response): HistoryView | string {
  response.setHeader('Vary', 'Accept');
  if (format === 'json') return view;
  response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present');
  response.setHeader('Content-Disposition', `attachment; filename="${view.object}-${view.measure}.csv"`);
  return historyCsv(view);
}

/** The format of the parameter `format`, else of the header Accept, else JSON. Throws 422 for an unknown format. */
export function formatOf(request: Request): HistoryFormat {
  const { format } = request.query;
  if (format === undefined || format === '') return request.accepts(['json', 'csv']) === 'csv' ? 'csv' : 'json';
  const word = typeof format === 'string' ? format.toLowerCase() : '';
  if (word === 'json' || word === 'csv') return word;
  throw ApiError.validation([{ field: 'format', message: 'format must be json or csv.' }]);
}
