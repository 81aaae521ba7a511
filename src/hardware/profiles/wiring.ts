/** How the objects of a profile are reached: over which links, and where on a link each reading and relay is found. */
export interface WiringProfile {
  /** By a name of the installer's choice. */
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
  /** 9600 when absent. */
  readonly baudRate?: number;
  /** `none` when absent. */
  readonly parity?: 'none' | 'even' | 'odd';
  /** 1 when absent. */
  readonly stopBits?: number;
  /** How long one request may take, ms; 300 when absent. */
  readonly timeout?: number;
  /** Requests are joined over this many registers or coils that nobody asks for; 8 when absent. */
  readonly bridge?: number;
}

/** An SNMP agent. */
export interface SnmpLinkProfile {
  readonly kind: 'snmp';
  readonly host: string;
  /** UDP port; 161 when absent. */
  readonly port?: number;
  /** `2c` when absent. */
  readonly version?: '1' | '2c' | '3';
  /** Versions 1 and 2c. `file:/path` takes it from a file. */
  readonly community?: string;
  /** Version 3. */
  readonly user?: string;
  readonly authProtocol?: 'md5' | 'sha' | 'sha256' | 'sha512';
  /** `file:/path` takes it from a file. */
  readonly authKey?: string;
  readonly privProtocol?: 'des' | 'aes' | 'aes256';
  /** `file:/path` takes it from a file. */
  readonly privKey?: string;
  /** How long one request may take, ms; 400 when absent. */
  readonly timeout?: number;
}

/** A GPIO chip of the board the controller runs on. */
export interface GpioLinkProfile {
  readonly kind: 'gpio';
  /** Its name, `gpiochip0`, or the path of its device. */
  readonly chip: string;
}

/** What every point says. */
interface AnyPoint {
  /** `outlets.3.state`, or for a row of objects `outlets.1-8.state`. */
  readonly point: string;
  /** Name of the link it is reached over. */
  readonly link: string;
  /** Where this is written: manual, page, table. */
  readonly source?: string;
  /** A number on the wire is multiplied by this; 1 when absent. */
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
  /** Of a register; `uint16` when absent. */
  readonly type?: RegisterType;
  /** Order of the words of a long value; `big` when absent: the high word first. */
  readonly wordOrder?: 'big' | 'little';
  /** From one object of a row to the next; the length of one when absent. */
  readonly step?: number;
  /** Where a relay is switched when that is not where it is read, and what is written. */
  readonly write?: {
    readonly table: 'coil' | 'holding';
    readonly address: number;
    readonly on?: number;
    readonly off?: number;
    readonly step?: number;
  };
}

export interface SnmpPointProfile extends AnyPoint {
  /** `#` stands for the number of the object. */
  readonly oid: string;
  /** Added to the number of the object for `#`; 0 when absent, -1 where the device counts from 0. */
  readonly shift?: number;
  /** Where a relay is switched when that is not where it is read, and what is written. */
  readonly write?: { readonly oid: string; readonly on: number; readonly off: number };
}

export interface GpioPointProfile extends AnyPoint {
  /** Offsets of the lines on the chip, one for each object of the row. */
  readonly lines: readonly number[];
  /** The relay is on, the input is HI, while the line is low. */
  readonly activeLow?: boolean;
}

export type PointProfile = ModbusPointProfile | SnmpPointProfile | GpioPointProfile;
