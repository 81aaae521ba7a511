/** Text that a spreadsheet would calculate, such as a name "=1+1", gets an apostrophe before it. */
function csvCell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const text = /^\s*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of CSV (RFC 4180) with its line end; an undefined cell is empty. */
export const csvLine = (cells: readonly (string | number | boolean | undefined)[]): string =>
  `${cells.map(csvCell).join(',')}\r\n`;

/** The media type of all CSV of the controller: the first line has the names of the columns. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** CSV as a content of the API document: its first lines. */
export const csvContent = (...lines: string[]) => ({
  'text/csv': { schema: { type: 'string' as const }, example: lines.map((line) => `${line}\r\n`).join('') },
});
