import { printable } from '../common/text.js';
import { textWidth } from './text-width.js';

/** A value of a table; undefined is not known. */
export type Cell = string | number | boolean | undefined;

/** A column of a table: its title, and its value of a row. */
export type Column<Row> = readonly [title: string, value: (row: Row) => Cell];

/** Replaces what is not known: never 0. */
const UNKNOWN = '-';
const GAP = '  ';
const MAX_CELL = 120;

/** A value as one line, without characters that could move the terminal or look like the end of a column. */
export function cellText(value: Cell): string {
  if (value === undefined) return UNKNOWN;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : printable(value, MAX_CELL);
}

/** Control characters that JSON does not escape by itself, and those that change the direction of text. */
const MOVING = /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g;

/** A value as JSON on one line, without characters that could move the terminal. */
export const jsonLine = (value: unknown): string =>
  JSON.stringify(value).replace(MOVING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The lines of a table: two blanks between columns, numbers to the right. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[], header = true): string[] {
  const cells = rows.map((row) => columns.map(([, value]) => value(row)));
  const isNumeric = columns.map((_, place) => {
    const known = cells.map((row) => row[place]).filter((cell) => cell !== undefined);
    return known.length > 0 && known.every((cell) => typeof cell === 'number');
  });
  const texts = [...(header ? [columns.map(([title]) => title)] : []), ...cells.map((row) => row.map(cellText))];
  const widths = columns.map((_, place) => Math.max(0, ...texts.map((row) => textWidth(row[place] ?? ''))));
  return texts.map((row) =>
    row
      .map((text, place) => padded(text, widths[place] ?? 0, isNumeric[place] === true))
      .join(GAP)
      .trimEnd(),
  );
}

/** Lines of a name and a value each, with the values below one another. */
export function memberLines(members: readonly (readonly [name: string, value: Cell])[]): string[] {
  const width = Math.max(0, ...members.map(([name]) => textWidth(name)));
  return members.map(([name, value]) => `${padded(name, width, false)}${GAP}${cellText(value)}`.trimEnd());
}

export function padded(text: string, width: number, toTheRight: boolean): string {
  const gap = ' '.repeat(Math.max(0, width - textWidth(text)));
  return toTheRight ? gap + text : text + gap;
}

/** The members of an object as a table shows them: nested ones as JSON. */
export const membersOf = (object: object): [string, Cell][] =>
  Object.entries(object).map(([name, value]: [string, unknown]) => [name, cellOf(value)]);

function cellOf(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}
