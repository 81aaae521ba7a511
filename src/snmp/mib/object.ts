import type { Access, CallerWithAddress } from '../../common/access.js';
import type { OutletOrder } from '../../outlets/outlet-commands.service.js';
import type { MibContext } from './context.js';

/** The types of SNMP that objects have. */
export type Syntax = 'integer' | 'octets' | 'oid' | 'timeTicks' | 'gauge32' | 'counter32' | 'counter64' | 'ipAddress';

/** An OID and an IPv4 address are dotted text; octets are text (UTF-8) or bytes. */
export type MibValue = number | bigint | string | Buffer;

/** The error-status with which a SET is refused; that of SNMPv1 follows from it (RFC 3584, 4.3). */
export type SnmpError =
  | 'tooBig'
  | 'genErr'
  | 'noAccess'
  | 'wrongType'
  | 'wrongLength'
  | 'wrongEncoding'
  | 'wrongValue'
  | 'noCreation'
  | 'inconsistentValue'
  | 'resourceUnavailable'
  | 'commitFailed'
  | 'undoFailed'
  | 'authorizationError'
  | 'notWritable'
  | 'inconsistentName';

/** The request that a SET of an object becomes once it has been checked. */
export type WriteRequest =
  /** Those of one SET are one switching command. */
  | { readonly kind: 'outlets'; readonly orders: readonly OutletOrder[] }
  | { readonly kind: 'other'; readonly run: (caller: CallerWithAddress) => unknown };

/** The writing of an object. */
export interface ColumnWrite<Row> {
  mayWrite(row: Row, access: Access): boolean;
  /** The refusal of a value of the right type; undefined if it can be written. */
  check(value: MibValue, row: Row, at: MibContext): SnmpError | undefined;
  /** @param value as `check` has let it through */
  request(value: MibValue, row: Row, at: MibContext): WriteRequest;
}

/** A kind of object; of a scalar, the only object of its kind. */
export interface Column<Row> {
  /** Without the index of a row. */
  readonly oid: string;
  readonly syntax: Syntax;
  /** The value; undefined while it is not known: the object then has no instance. */
  read(row: Row, at: MibContext): MibValue | undefined;
  readonly write?: ColumnWrite<Row> | undefined;
  /** The value may change without a new revision of the snapshot. */
  readonly live?: boolean;
}

/** Objects with the same rows. A scalar has one row with the index 0. */
export interface Table<Row> {
  rows(at: MibContext): Iterable<{ readonly index: readonly number[]; readonly row: Row }>;
  readonly columns: readonly Column<Row>[];
  mayView(row: Row, access: Access): boolean;
}

/** An instance of an object, as the agent serves it. */
export interface MibObject {
  readonly oid: readonly number[];
  readonly column: MibColumn;
  mayView(access: Access): boolean;
  mayWrite(access: Access): boolean;
  read(at: MibContext): MibValue | undefined;
  check(value: MibValue, at: MibContext): SnmpError | undefined;
  request(value: MibValue, at: MibContext): WriteRequest;
}

/** A kind of object, whether or not it has rows now. */
export interface MibColumn {
  readonly oid: readonly number[];
  readonly syntax: Syntax;
  readonly isWritable: boolean;
  readonly isLive: boolean;
}

/** A table whose rows the agent does not know the type of. */
export interface MibTable {
  readonly columns: readonly MibColumn[];
  objects(at: MibContext): MibObject[];
}

class Instance<Row> implements MibObject {
  readonly oid: readonly number[];

  constructor(
    index: readonly number[],
    readonly column: MibColumn,
    private readonly source: Column<Row>,
    private readonly table: Table<Row>,
    private readonly row: Row,
  ) {
    this.oid = [...column.oid, ...index];
  }

  mayView(access: Access): boolean {
    return this.table.mayView(this.row, access);
  }

  mayWrite(access: Access): boolean {
    return this.source.write?.mayWrite(this.row, access) ?? false;
  }

  read(at: MibContext): MibValue | undefined {
    return this.source.read(this.row, at);
  }

  check(value: MibValue, at: MibContext): SnmpError | undefined {
    return this.source.write ? this.source.write.check(value, this.row, at) : 'notWritable';
  }

  request(value: MibValue, at: MibContext): WriteRequest {
    if (!this.source.write) throw new Error(`${this.oid.join('.')} cannot be written.`);
    return this.source.write.request(value, this.row, at);
  }
}

/** A table as the agent serves it. */
export function table<Row>(source: Table<Row>): MibTable {
  const columns = source.columns.map((column) => ({
    source: column,
    served: {
      oid: column.oid.split('.').map(Number),
      syntax: column.syntax,
      isWritable: column.write !== undefined,
      isLive: column.live ?? false,
    },
  }));
  return {
    columns: columns.map(({ served }) => served),
    objects: (at) => {
      const rows = [...source.rows(at)];
      return columns.flatMap((column) =>
        rows.map(({ index, row }) => new Instance(index, column.served, column.source, source, row)),
      );
    },
  };
}

/** Objects with one instance each. */
export const scalars = (mayView: (access: Access) => boolean, columns: readonly Column<undefined>[]): MibTable =>
  table<undefined>({
    rows: () => [{ index: [0], row: undefined }],
    columns,
    mayView: (_, access) => mayView(access),
  });

/** The ascending order of OIDs, in which a manager walks them. */
export function compareOids(a: readonly number[], b: readonly number[]): number {
  const length = Math.min(a.length, b.length);
  for (let place = 0; place < length; place++) {
    const difference = (a[place] ?? 0) - (b[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
