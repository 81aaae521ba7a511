import type { Access, CallerWithAddress, PermissionFlag } from '../../common/access.js';
import { displayString, integer32 } from '../../common/snmp/encoding.js';
import { lengthOf, type ValueKind } from '../../common/values.js';
import type { OutletModel } from '../../hardware/profiles/pdu-model.js';
import type { OutletOrder } from '../../outlets/outlet-commands.service.js';
import type { MibContext } from './context.js';
import type { Column, ColumnWrite, MibValue, SnmpError, Syntax } from './object.js';

/** A column as one line of a table: its number, its type, its value, and how it is written. */
type ColumnRow<Row> = readonly [
  number: number | string,
  syntax: Syntax,
  read: (row: Row, at: MibContext) => MibValue | undefined,
  write?: ColumnWrite<Row> | undefined,
];

/** The columns below an entry or a group of scalars. Text is cut where a DisplayString ends. */
export const columns = <Row>(entry: string, rows: readonly ColumnRow<Row>[]): Column<Row>[] =>
  rows.map(([number, syntax, read, write]) => ({
    oid: `${entry}.${number}`,
    syntax,
    read: (row, at) => {
      const value = read(row, at);
      return syntax === 'octets' && typeof value === 'string' ? displayString(value) : value;
    },
    write,
  }));

/** Columns whose values change without a new snapshot. */
export const live = <Row>(list: readonly Column<Row>[]): Column<Row>[] =>
  list.map((column) => ({ ...column, live: true }));

/** The rows of parts of the PDU, counted from 1. */
export const numbered =
  <Part extends { readonly position: number }>(parts: readonly Part[]) =>
  () =>
    parts.map((part) => ({ index: [part.position + 1], row: part }));

export const withFlag =
  (flag: PermissionFlag) =>
  (access: Access): boolean =>
    access.can(flag);
export const rowsWithFlag =
  (flag: PermissionFlag) =>
  (_: unknown, access: Access): boolean =>
    access.can(flag);
export const viewsOutlet = ({ id }: OutletModel, access: Access): boolean => access.mayView(id);
export const viewsAnyOutlet = (access: Access): boolean => access.viewsAnyOutlet;

/** TruthValue: true is 1, false is 2. */
export const truth = (value: boolean | undefined): 1 | 2 | undefined =>
  value === undefined ? undefined : value ? 1 : 2;

/** An integer of so many parts of the unit: 1000 for thousandths. Unknown stays unknown. */
export const scaled = (value: number | undefined, parts = 1): number | undefined =>
  value === undefined ? undefined : integer32(value * parts);

/** The sum of all, unknown if one is. */
export function sum(values: readonly (number | undefined)[]): number | undefined {
  if (values.length === 0 || values.includes(undefined)) return undefined;
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text of an octet string; undefined where it is not UTF-8. */
export function textOf(value: MibValue): string | undefined {
  if (typeof value === 'string') return value;
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    return UTF8.decode(value);
  } catch {
    return undefined;
  }
}

interface TextWrite<Row> {
  readonly mayWrite: (row: Row, access: Access) => boolean;
  readonly kind: ValueKind<string>;
  /** Number of characters. */
  readonly min: number;
  readonly max: number;
  readonly run: (text: string, row: Row, at: MibContext, caller: CallerWithAddress) => unknown;
}

/** Writes text of a kind. */
export const textWrite = <Row>({ mayWrite, kind, min, max, run }: TextWrite<Row>): ColumnWrite<Row> => ({
  mayWrite,
  check: (value) => {
    const text = textOf(value);
    if (text === undefined) return 'wrongEncoding';
    const length = lengthOf(text);
    if (length < min || length > max) return 'wrongLength';
    return 'wrong' in kind(text) ? 'wrongValue' : undefined;
  },
  request: (value, row, at) => ({ kind: 'other', run: (caller) => run(textOf(value) ?? '', row, at, caller) }),
});

type Command = OutletOrder['command'];

/** The commands that the values of an object stand for. */
export type CommandWords = Readonly<Record<number, Command>>;

const isWord =
  (words: object) =>
  (value: MibValue): SnmpError | undefined =>
    Object.hasOwn(words, String(value)) ? undefined : 'wrongValue';

/** Switches the outlet of a row; undefined on a model that cannot. */
export const outletWrite = (isSwitched: boolean, words: CommandWords): ColumnWrite<OutletModel> | undefined =>
  isSwitched
    ? {
        mayWrite: ({ id }, access) => access.mayModify(id),
        check: isWord(words),
        request: (value, outlet) => ({
          kind: 'outlets',
          orders: [{ outlet, command: words[Number(value)] ?? 'CANCEL' }],
        }),
      }
    : undefined;

/** A command to all outlets: at once, or one after another. */
export type AllCommand = Command | 'TURN ON IN SEQUENCE' | 'REBOOT IN SEQUENCE';

/** Switches all outlets; undefined on a model that cannot. */
export const allOutletsWrite = (
  outlets: readonly OutletModel[],
  isSwitched: boolean,
  words: Readonly<Record<number, AllCommand>>,
): ColumnWrite<undefined> | undefined =>
  isSwitched
    ? {
        mayWrite: (_, access) => outlets.every(({ id }) => access.mayModify(id)),
        check: isWord(words),
        request: (value, _, { sources }) => {
          const command = words[Number(value)] ?? 'CANCEL';
          if (command === 'TURN ON IN SEQUENCE') {
            return { kind: 'other', run: (caller) => sources.outletCommands.turnAllOn(caller) };
          }
          if (command === 'REBOOT IN SEQUENCE') {
            return { kind: 'other', run: (caller) => sources.outletCommands.rebootAll(caller) };
          }
          return { kind: 'outlets', orders: outlets.map((outlet) => ({ outlet, command })) };
        },
      }
    : undefined;
