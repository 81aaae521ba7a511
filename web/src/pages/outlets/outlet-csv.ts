import type { Schema } from '../../api/client.js';
import { consumersIn } from '../../components/consumer-names.js';

type Outlet = Pick<Schema['OutletView'], 'id' | 'outletIndex' | 'outletName' | 'device' | 'labels' | 'consumers'>;
export type OutletChange = Schema['ImportOutletDto'];

const DEVICE = {
  device: 'name',
  address: 'address',
  assetTag: 'assetTag',
  rackUnit: 'rackUnit',
  feed: 'feed',
  notes: 'notes',
} as const;
type DeviceColumn = keyof typeof DEVICE;
const DEVICE_COLUMNS = Object.keys(DEVICE) as DeviceColumn[];
const CONSUMERS = 'consumers';
const LABEL = 'label:';

/** A spreadsheet would calculate a cell that begins so; it gets an apostrophe, which is taken away again. */
const FORMULA = /^'*[=+\-@]/;
const QUOTED = /^'+[=+\-@]/;

/**
 * The names, devices, consumers and labels of outlets as CSV (RFC 4180), one row for each outlet and a column for each
 * label key. A cell has a line for each consumer.
 */
export function toCsv(outlets: readonly Outlet[]): string {
  const keys = [...new Set(outlets.flatMap(({ labels }) => Object.keys(labels ?? {})))].sort();
  const header = ['id', 'index', 'outletName', ...DEVICE_COLUMNS, CONSUMERS, ...keys.map((key) => LABEL + key)];
  const rows = outlets.map(({ id, outletIndex, outletName, device, consumers, labels }) => [
    ...[id, outletIndex, outletName],
    ...DEVICE_COLUMNS.map((column) => device?.[DEVICE[column]]),
    consumers?.join('\n'),
    ...keys.map((key) => labelOf(labels, key)),
  ]);
  return [header, ...rows].map((row) => row.map(cellOf).join(',') + '\r\n').join('');
}

/** A key may also be the name of a member of every object, such as `constructor`. */
const labelOf = (labels: Outlet['labels'], key: string): string | undefined =>
  labels && Object.hasOwn(labels, key) ? labels[key] : undefined;

function cellOf(value: string | number | undefined): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The separator that the first line of a text has most of: comma, semicolon or tab. */
function separatorOf(text: string): string {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const count = (separator: string): number => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}

/** The cells of a CSV text, by rows. */
export function readCells(text: string, separator = separatorOf(text)): string[][] {
  const body = text.replace(/^\ufeff/, '');
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= body.length;) {
    const [cell, end] = cellAt(body, at, separator);
    row.push(cell);
    if (body[end] !== separator) {
      if (row.length > 1 || row[0] !== '') rows.push(row);
      row = [];
    }
    at = body[end] === '\r' && body[end + 1] === '\n' ? end + 2 : end + 1;
  }
  return rows;
}

/** The cell that begins here, and the place after it. */
function cellAt(body: string, from: number, separator: string): [cell: string, end: number] {
  if (body[from] !== '"') {
    let end = from;
    while (end < body.length && body[end] !== separator && body[end] !== '\n' && body[end] !== '\r') end++;
    return [body.slice(from, end), end];
  }
  let cell = '';
  let at = from + 1;
  while (at < body.length) {
    if (body[at] === '"' && body[at + 1] !== '"') break;
    if (body[at] === '"') at++;
    cell += body.charAt(at++);
  }
  return [cell, at + 1];
}

/** A reason why a file cannot be imported; `line` counts from 1. */
export interface CsvProblem {
  readonly line: number;
  readonly kind: 'noId' | 'unknownColumn' | 'repeatedColumn' | 'unknownOutlet' | 'repeatedOutlet' | 'tooManyCells';
  readonly text: string;
}

/** One value of an outlet that a file would change; empty text for none. */
export interface CsvDifference {
  readonly id: string;
  readonly column: string;
  readonly before: string;
  readonly after: string;
}

export interface CsvPlan {
  /** The body of the request: the outlets that would change, with the members that differ. */
  readonly changes: readonly OutletChange[];
  readonly differences: readonly CsvDifference[];
  readonly problems: readonly CsvProblem[];
}

/**
 * The changes that a CSV text makes to these outlets. A row is of the outlet with its `id` or, without that column, its
 * `index`. A column that is missing changes nothing; an empty cell takes the value away, a name stays.
 */
export function planOf(text: string, outlets: readonly Outlet[]): CsvPlan {
  const [header = [], ...rows] = readCells(text);
  const columns = header.map((name) => name.trim());
  const problems = columnProblems(columns);
  const key = columns.includes('id') ? 'id' : 'index';
  const known = new Map(outlets.map((outlet) => [String(key === 'id' ? outlet.id : outlet.outletIndex), outlet]));
  const changes: OutletChange[] = [];
  const differences: CsvDifference[] = [];
  const seen = new Set<string>();
  rows.forEach((cells, place) => {
    const line = place + 2;
    const given = new Map(columns.map((column, at) => [column, read(cells[at] ?? '')]));
    const id = given.get(key)?.trim() ?? '';
    const outlet = known.get(id);
    if (cells.length > columns.length) problems.push({ line, kind: 'tooManyCells', text: id });
    if (!outlet) return void problems.push({ line, kind: 'unknownOutlet', text: id });
    if (seen.has(id)) return void problems.push({ line, kind: 'repeatedOutlet', text: id });
    seen.add(id);
    const own = differencesOf(outlet, given);
    if (own.length > 0) changes.push(changeOf(outlet.id, own));
    differences.push(...own);
  });
  return { changes, differences, problems };
}

const read = (cell: string): string => (QUOTED.test(cell) ? cell.slice(1) : cell);

function columnProblems(columns: readonly string[]): CsvProblem[] {
  const isKnown = (column: string): boolean =>
    ['id', 'index', 'outletName', ...DEVICE_COLUMNS, CONSUMERS].includes(column) ||
    /^label:[a-z0-9._-]{1,40}$/.test(column);
  const problem = (kind: CsvProblem['kind'], text = ''): CsvProblem => ({ line: 1, kind, text });
  return [
    ...(columns.includes('id') || columns.includes('index') ? [] : [problem('noId')]),
    ...columns.filter((column) => !isKnown(column)).map((column) => problem('unknownColumn', column)),
    ...columns
      .filter((column, place) => columns.indexOf(column) !== place)
      .map((column) => problem('repeatedColumn', column)),
  ];
}

function differencesOf(outlet: Outlet, given: ReadonlyMap<string, string>): CsvDifference[] {
  return [...given].flatMap(([column, text]) => {
    const after = column === CONSUMERS ? consumersIn(text).join('\n') : text;
    const before = valueOf(outlet, column);
    if (before === undefined || before === after || (column === 'outletName' && after === '')) return [];
    // Spreadsheets write the line breaks of a cell in their own way.
    if (before.replaceAll('\r\n', '\n') === after.replaceAll('\r\n', '\n')) return [];
    return [{ id: outlet.id, column, before, after }];
  });
}

/** The value of an outlet in this column, as text; undefined for a column that changes nothing. */
function valueOf({ outletName, device, consumers, labels }: Outlet, column: string): string | undefined {
  if (column === 'outletName') return outletName;
  if (column === CONSUMERS) return consumers?.join('\n') ?? '';
  if (column.startsWith(LABEL)) return labelOf(labels, column.slice(LABEL.length)) ?? '';
  return isDeviceColumn(column) ? String(device?.[DEVICE[column]] ?? '') : undefined;
}

const isDeviceColumn = (column: string): column is DeviceColumn => Object.hasOwn(DEVICE, column);

function changeOf(id: string, differences: readonly CsvDifference[]): OutletChange {
  const device: Record<string, string | null> = {};
  const labels: Record<string, string | null> = {};
  let outletName: string | undefined;
  let consumers: string[] | undefined;
  for (const { column, after } of differences) {
    const value = after === '' ? null : after;
    if (column === 'outletName') outletName = after;
    else if (column === CONSUMERS) consumers = consumersIn(after);
    else if (isDeviceColumn(column)) device[DEVICE[column]] = value;
    else labels[column.slice(LABEL.length)] = value;
  }
  return {
    id,
    ...(outletName !== undefined && { outletName }),
    // The server reads a number also from text.
    ...(Object.keys(device).length > 0 && { device }),
    ...(Object.keys(labels).length > 0 && { labels }),
    ...(consumers && { consumers }),
  };
}
