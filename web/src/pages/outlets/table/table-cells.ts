import type { Schema } from '../../../api/client.js';
import { readCells } from '../outlet-csv.js';
import type { OutletRow } from '../outlet-rows.js';

const DEVICE = {
  device: 'name',
  address: 'address',
  assetTag: 'assetTag',
  rackUnit: 'rackUnit',
  feed: 'feed',
} as const;
type DeviceColumn = keyof typeof DEVICE;

/** The columns of the table, in their order. */
export const COLUMNS = [
  ...(['name', 'device', 'address', 'labels', 'protection', 'pwrOnState', 'offTime'] as const),
  ...(['assetTag', 'rackUnit', 'feed'] as const),
] as const;
export type Column = (typeof COLUMNS)[number];

/** The values of the columns that have only these. */
export const CHOICES: Partial<Record<Column, readonly string[]>> = {
  protection: ['none', 'confirm', 'locked', 'rebootOnly'],
  pwrOnState: ['PREV', 'ON', 'OFF'],
};

export interface Place {
  readonly id: string;
  readonly column: Column;
}

/** Texts that were typed, by outlet and column; a cell that is not in it shows what is stored. */
export type Drafts = ReadonlyMap<string, string>;

export const cellKey = ({ id, column }: Place): string => `${id} ${column}`;

/** The stored value as the text of a cell. The off time is empty where that of the PDU applies. */
export function storedText(row: OutletRow, column: Column): string {
  if (column === 'name') return row.outletName;
  if (column === 'labels') return labelsText(row.labels);
  if (column === 'protection' || column === 'pwrOnState') return row[column];
  if (column === 'offTime') return row.customRebootTimeEnabled ? String(row.customRebootTime) : '';
  return String(row.device?.[DEVICE[column]] ?? '');
}

const labelsText = (labels: OutletRow['labels']): string =>
  Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');

/** The labels of a cell such as `tenant=blue; row=7`; undefined if one of them is no label. */
export function labelsIn(text: string): Record<string, string> | undefined {
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const pairs = parts.map((part) => /^([a-z0-9._-]{1,40})\s*=\s*(\S.*)$/u.exec(part));
  return pairs.every((pair) => pair !== null)
    ? Object.fromEntries(pairs.map((pair) => [pair[1] ?? '', pair[2] ?? '']))
    : undefined;
}

/** The drafts after a text was typed into a cell; what equals the stored text is no draft. */
export function withText(drafts: Drafts, row: OutletRow, column: Column, text: string): Drafts {
  const after = new Map(drafts);
  const key = cellKey({ id: row.id, column });
  if (text === storedText(row, column)) after.delete(key);
  else after.set(key, text);
  return after;
}

/** The cells of a block from a spreadsheet, by rows. */
export const pastedCells = (text: string): string[][] => readCells(text, '\t');

/** The text that a cell takes of a pasted one: a choice by its word in any case, or by its label. */
export function pastedText(column: Column, pasted: string, labelOf: (column: Column, value: string) => string): string {
  const text = pasted.trim();
  const known = CHOICES[column]?.find((value) =>
    [value, labelOf(column, value)].some((each) => each.toLowerCase() === text.toLowerCase()),
  );
  return known ?? text;
}

export interface Paste {
  readonly cells: readonly { readonly row: OutletRow; readonly column: Column; readonly text: string }[];
  /** The number of pasted cells for which there is no place. */
  readonly left: number;
}

/**
 * The cells that a pasted block fills: from a cell to the right and down. A block whose first column has the numbers of
 * outlets goes to those outlets, from the first column of the table, with or without a line of titles above it.
 */
export function pasteAt(
  block: readonly (readonly string[])[],
  rows: readonly OutletRow[],
  columns: readonly Column[],
  from: Place,
): Paste {
  const numbered = byNumber(block, rows);
  const start = numbered ? 0 : columns.indexOf(from.column);
  const first = rows.findIndex(({ id }) => id === from.id);
  const lines =
    numbered ?? block.map((cells, place): [OutletRow | undefined, readonly string[]] => [rows[first + place], cells]);
  let left = 0;
  const cells = lines.flatMap(([row, texts]) =>
    texts.flatMap((text, place) => {
      const column = columns[start + place];
      if (row && column) return [{ row, column, text }];
      left++;
      return [];
    }),
  );
  return { cells, left };
}

/** The lines by the outlets that their first cells number, without these; undefined if they do not. */
function byNumber(
  block: readonly (readonly string[])[],
  rows: readonly OutletRow[],
): [OutletRow | undefined, readonly string[]][] | undefined {
  if (!block.some((cells) => cells.length > 1)) return undefined;
  const rowOf = (cell = ''): OutletRow | undefined =>
    rows.find(
      ({ id, outletIndex }) => cell.trim() === id || /^\D*(\d+)$/.exec(cell.trim())?.[1] === String(outletIndex),
    );
  const body = rowOf(block[0]?.[0]) ? block : block.slice(1);
  const found = body.map((cells): [OutletRow | undefined, readonly string[]] => [rowOf(cells[0]), cells.slice(1)]);
  const outlets = found.map(([row]) => row);
  const isWhole = found.length > 0 && outlets.every((row) => row) && new Set(outlets).size === found.length;
  return isWhole ? found : undefined;
}

/** The body of the request for these drafts, one entry for each outlet with changes, in the order of the rows. */
export function changesOf(rows: readonly OutletRow[], drafts: Drafts): Schema['ImportOutletDto'][] {
  return rows.flatMap((row) => {
    const changed = COLUMNS.flatMap((column) => {
      const text = drafts.get(cellKey({ id: row.id, column }));
      return text === undefined ? [] : [[column, text.trim()] as const];
    });
    return changed.length > 0 ? [changeOf(row, new Map(changed))] : [];
  });
}

function changeOf(row: OutletRow, changed: ReadonlyMap<Column, string>): Schema['ImportOutletDto'] {
  const device = Object.fromEntries(
    [...changed].flatMap(([column, text]) => (isDevice(column) ? [[DEVICE[column], text === '' ? null : text]] : [])),
  );
  const offTime = changed.get('offTime');
  const labels = changed.get('labels');
  const members = {
    id: row.id,
    ...(changed.has('name') && { outletName: changed.get('name') }),
    ...(changed.has('protection') && { protection: changed.get('protection') }),
    ...(changed.has('pwrOnState') && { pwrOnState: changed.get('pwrOnState') }),
    ...(offTime === '' && { customRebootTimeEnabled: false }),
    // The server reads numbers from text and says what is wrong with them.
    ...(offTime !== undefined && offTime !== '' && { customRebootTimeEnabled: true, customRebootTime: offTime }),
    ...(Object.keys(device).length > 0 && { device }),
    ...(labels !== undefined && { labels: labelChange(row, labelsIn(labels) ?? {}) }),
  };
  return members as Schema['ImportOutletDto'];
}

const isDevice = (column: Column): column is DeviceColumn => Object.hasOwn(DEVICE, column);

/** The labels as they shall be, with null for those that go. */
function labelChange({ labels = {} }: OutletRow, wanted: Record<string, string>): Record<string, string | null> {
  const gone = Object.keys(labels).filter((key) => !Object.hasOwn(wanted, key));
  return { ...wanted, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

const COLUMN_OF: Readonly<Record<string, Column>> = {
  outletName: 'name',
  protection: 'protection',
  pwrOnState: 'pwrOnState',
  customRebootTime: 'offTime',
  customRebootTimeEnabled: 'offTime',
  labels: 'labels',
  ...Object.fromEntries(Object.entries(DEVICE).map(([column, member]) => [`device.${member}`, column as Column])),
};

/** The beginning of a message about a member, in both languages. It says nothing to a user, who sees the cell. */
const ABOUT_MEMBER = /^(?:\w+ must be|Erforderlich für [^:]+:) (.*)$/;

/**
 * The server's messages by the cell that they belong to; details look like `3.device.address`.
 *
 * @param required the sentence of what a cell must be
 */
export function messagesByCell(
  details: readonly { readonly field: string; readonly message: string }[],
  changes: readonly Schema['ImportOutletDto'][],
  required: (what: string) => string,
): ReadonlyMap<string, string> {
  return new Map(
    details.flatMap(({ field, message }): [string, string][] => {
      const [, place = '', member = ''] = /^(\d+)\.(.+)$/.exec(field) ?? [];
      const id = changes[Number(place)]?.id;
      const column = COLUMN_OF[member] ?? COLUMN_OF[member.split('.')[0] ?? ''];
      if (place === '' || !id || !column) return [];
      const [, what] = ABOUT_MEMBER.exec(message) ?? [];
      return [[cellKey({ id: String(id), column }), what === undefined ? message : required(what)]];
    }),
  );
}
