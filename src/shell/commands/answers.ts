import { jsonLine, memberLines, membersOf, tableLines, type Column } from '../render.js';
import type { Answer, CommandInput } from './command.js';

/** A list as a table, or as the JSON of the HTTP API. */
export function listAnswer<Row>(
  { options }: Pick<CommandInput, 'options'>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): Answer {
  if (options.has('json')) return { lines: [jsonLine(rows)] };
  return { lines: tableLines(columns, rows, !options.has('no-header')) };
}

/** An object as names and values, or as the JSON of the HTTP API. */
export const objectAnswer = ({ options }: Pick<CommandInput, 'options'>, object: object): Answer => ({
  lines: options.has('json') ? [jsonLine(object)] : memberLines(membersOf(object)),
});

/** Sentences, or the JSON of the HTTP API. */
export const doneAnswer = (
  { options }: Pick<CommandInput, 'options'>,
  object: unknown,
  ...lines: readonly string[]
): Answer => ({ lines: options.has('json') ? [jsonLine(object)] : lines });
