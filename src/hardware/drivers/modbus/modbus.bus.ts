import { aRecord, aText, aWholeNumber, oneOf, optional, type Problems } from '../../profiles/shape.js';
import { aPort, aTimeout, type LinkProfile, type PointProfile } from '../../profiles/wiring.js';
import type { Bus } from '../wired/bus.js';
import { isBits } from './blocks.js';
import { ModbusLink } from './modbus.link.js';

/** A Modbus bus: over TCP where it has a host, else RTU on a serial port. */
export interface ModbusLinkProfile extends LinkProfile {
  readonly kind: 'modbus';
  readonly host?: string;
  /** TCP port; 502 when absent. */
  readonly port?: number;
  /** Device file of a serial port. */
  readonly path?: string;
  /** Baud rate; 9600 when absent. */
  readonly baudRate?: number;
  /** Parity; `none` when absent. */
  readonly parity?: 'none' | 'even' | 'odd';
  /** Stop bits; 1 when absent. */
  readonly stopBits?: number;
  /** Time limit of one request, ms; 300 when absent. */
  readonly timeout?: number;
  /** Requests are joined across up to this many registers or coils without a point; 8 when absent. */
  readonly bridge?: number;
}

const REGISTER_TYPES = ['uint16', 'int16', 'uint32', 'int32', 'uint64', 'float32', 'float64'] as const;
export type RegisterType = (typeof REGISTER_TYPES)[number];

export interface ModbusPointProfile extends PointProfile {
  /** Unit id (slave address). */
  readonly unit: number;
  readonly table: 'coil' | 'discrete' | 'holding' | 'input';
  /** Address on the wire, counted from 0. */
  readonly address: number;
  /** Type of a register; `uint16` when absent. */
  readonly type?: RegisterType;
  /** Order of the words of a long value; `big` when absent: the high word first. */
  readonly wordOrder?: 'big' | 'little';
  /** Distance from one part of a row to the next; the length of one when absent. */
  readonly step?: number;
  /** The address at which a relay is switched, if it is not the one that is read, and the values to write. */
  readonly write?: {
    readonly table: 'coil' | 'holding';
    readonly address: number;
    readonly on?: number;
    readonly off?: number;
    readonly step?: number;
  };
}

const ADDRESS = aWholeNumber(0, 65_535);
const STEP = optional(aWholeNumber(0, 10_000));

export const MODBUS: Bus<ModbusLinkProfile, ModbusPointProfile> = {
  kind: 'modbus',
  linkKeys: {
    host: optional(aText),
    port: aPort,
    path: optional(aText),
    baudRate: optional(aWholeNumber(300, 4_000_000)),
    parity: optional(oneOf('none', 'even', 'odd')),
    stopBits: optional(aWholeNumber(1, 2)),
    timeout: aTimeout,
    bridge: optional(aWholeNumber(0, 100)),
  },
  shownKeys: ['host', 'port', 'path', 'baudRate', 'parity', 'stopBits', 'timeout', 'bridge'],
  pointKeys: {
    unit: aWholeNumber(0, 255),
    table: oneOf('coil', 'discrete', 'holding', 'input'),
    address: ADDRESS,
    type: optional(oneOf(...REGISTER_TYPES)),
    wordOrder: optional(oneOf('big', 'little')),
    step: STEP,
    write: optional(
      aRecord({
        table: oneOf('coil', 'holding'),
        address: ADDRESS,
        on: optional(aWholeNumber(0, 65_535)),
        off: optional(aWholeNumber(0, 65_535)),
        step: STEP,
      }),
    ),
  },
  isBit: ({ table }) => isBits(table),
  linkProblems: ({ host, path }, at) =>
    (host === undefined) === (path === undefined) ? [`${at} must have a host (TCP) or a path (RTU), and not both`] : [],
  pointProblems: (point, { row }, at) => (row.kind === 'relay' ? writeProblems(point, at) : []),
  connect: (link, points, { values, clock }) => new ModbusLink(link, points, values, clock),
};

function writeProblems({ table, write, on }: ModbusPointProfile, at: string): Problems {
  if (!write) {
    if (table === 'discrete' || table === 'input') return [`${at}.write is missing: ${table} cannot be written`];
    return table === 'holding' && Array.isArray(on) ? [`${at}.write must say what to send, for on is a list`] : [];
  }
  if (write.table === 'holding' && (write.on === undefined || write.off === undefined)) {
    return [`${at}.write must say what to send with on and off`];
  }
  return [];
}
