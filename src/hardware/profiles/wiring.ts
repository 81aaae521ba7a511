/** The connections of a profile's parts: the links, and the place of each reading and relay on its link. */
export interface WiringProfile {
  /** The links by names that the installer chooses. */
  readonly links: Readonly<Record<string, LinkProfile>>;
  readonly points: readonly PointProfile[];
}

export type LinkProfile = ModbusLinkProfile | SnmpLinkProfile | GpioLinkProfile;
export const LINK_KINDS = ['modbus', 'snmp', 'gpio'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** A Modbus bus: over TCP where it has a host, else RTU on a serial port. */
export interface ModbusLinkProfile {
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

/** An SNMP agent. */
export interface SnmpLinkProfile {
  readonly kind: 'snmp';
  readonly host: string;
  /** UDP port; 161 when absent. */
  readonly port?: number;
  /** Version of SNMP; `2c` when absent. */
  readonly version?: '1' | '2c' | '3';
  /** Community of versions 1 and 2c. `file:/path` reads it from a file. */
  readonly community?: string;
  /** User of version 3. */
  readonly user?: string;
  readonly authProtocol?: 'md5' | 'sha' | 'sha256' | 'sha512';
  /** Authentication key. `file:/path` reads it from a file. */
  readonly authKey?: string;
  readonly privProtocol?: 'des' | 'aes' | 'aes256';
  /** Privacy key. `file:/path` reads it from a file. */
  readonly privKey?: string;
  /** Time limit of one request, ms; 400 when absent. */
  readonly timeout?: number;
}

/** A GPIO chip of the controller's own board. */
export interface GpioLinkProfile {
  readonly kind: 'gpio';
  /** Name of the chip, such as `gpiochip0`, or the path of its device. */
  readonly chip: string;
}

/** The members of every point. */
interface AnyPoint {
  /** Name such as `outlets.3.state`, or for a row of parts `outlets.1-8.state`. */
  readonly point: string;
  /** Name of its link. */
  readonly link: string;
  /** Source of this information: manual, page, table. */
  readonly source?: string;
  /** Factor of a number on the wire; 1 when absent. */
  readonly scale?: number;
  /** Added after scaling; 0 when absent. */
  readonly offset?: number;
  /** Numbers on the wire that mean on, closed, present. A bit needs none. */
  readonly on?: number | readonly number[];
  /** Numbers on the wire that mean off. Any other number means unknown. */
  readonly off?: number | readonly number[];
}

export const REGISTER_TYPES = ['uint16', 'int16', 'uint32', 'int32', 'uint64', 'float32', 'float64'] as const;
export type RegisterType = (typeof REGISTER_TYPES)[number];

export interface ModbusPointProfile extends AnyPoint {
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

export interface SnmpPointProfile extends AnyPoint {
  /** Object identifier; `#` stands for the number of the part. */
  readonly oid: string;
  /** Added to the number of the part for `#`; 0 when absent, -1 where the device counts from 0. */
  readonly shift?: number;
  /** The object that switches a relay, if it is not the one that is read, and the values to write. */
  readonly write?: { readonly oid: string; readonly on: number; readonly off: number };
}

export interface GpioPointProfile extends AnyPoint {
  /** Offsets of the lines on the chip, one for each part of the row. */
  readonly lines: readonly number[];
  /** True if a low line means that the relay is on or the input is HI. */
  readonly activeLow?: boolean;
}

export type PointProfile = ModbusPointProfile | SnmpPointProfile | GpioPointProfile;
