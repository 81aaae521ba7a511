/** The functions of the Modbus application protocol (V1.1b3) that are served: their requests and responses. */

export const EXCEPTIONS = {
  illegalFunction: 1,
  illegalAddress: 2,
  illegalValue: 3,
  deviceFailure: 4,
  busy: 6,
  /** The unit id is not that of this PDU. */
  targetSilent: 0x0b,
} as const;

export type ExceptionName = keyof typeof EXCEPTIONS;

/** A refusal that the client gets as an exception response. */
export class ModbusException extends Error {
  constructor(readonly reason: ExceptionName) {
    super(reason);
  }
}

export type ModbusRequest =
  | { readonly kind: 'readBits'; readonly address: number; readonly quantity: number; readonly inputs: boolean }
  | { readonly kind: 'readRegisters'; readonly address: number; readonly quantity: number }
  | { readonly kind: 'writeBits'; readonly address: number; readonly values: readonly boolean[] }
  | { readonly kind: 'identify'; readonly code: number; readonly object: number };

/** The greatest quantities of one request. */
const MOST = { registers: 125, bits: 2000, written: 1968 } as const;
const ADDRESSES = 65_536;
const ON = 0xff00;
const ENCAPSULATED = 0x2b;
/** MODBUS Encapsulated Interface of type "read device identification". */
const IDENTIFICATION = 0x0e;

/** Reads a request from function code and data. Throws a ModbusException. */
export function readRequest(pdu: Buffer): ModbusRequest {
  switch (pdu.readUInt8(0)) {
    case 1:
    case 2: {
      const { address, quantity } = range(pdu, MOST.bits);
      return { kind: 'readBits', address, quantity, inputs: pdu.readUInt8(0) === 2 };
    }
    case 3:
    case 4:
      return { kind: 'readRegisters', ...range(pdu, MOST.registers) };
    case 5:
      return writeOfOne(pdu);
    case 15:
      return writeOfSeveral(pdu);
    case ENCAPSULATED:
      return identification(pdu);
    default:
      throw new ModbusException('illegalFunction');
  }
}

function range(pdu: Buffer, most: number, size = 5): { address: number; quantity: number } {
  if (size === 5 ? pdu.length !== size : pdu.length < size) throw new ModbusException('illegalValue');
  const [address, quantity] = [pdu.readUInt16BE(1), pdu.readUInt16BE(3)];
  if (quantity < 1 || quantity > most) throw new ModbusException('illegalValue');
  if (address + quantity > ADDRESSES) throw new ModbusException('illegalAddress');
  return { address, quantity };
}

function writeOfOne(pdu: Buffer): ModbusRequest {
  if (pdu.length !== 5) throw new ModbusException('illegalValue');
  const value = pdu.readUInt16BE(3);
  if (value !== ON && value !== 0) throw new ModbusException('illegalValue');
  return { kind: 'writeBits', address: pdu.readUInt16BE(1), values: [value === ON] };
}

function writeOfSeveral(pdu: Buffer): ModbusRequest {
  const { address, quantity } = range(pdu, MOST.written, 7);
  const bytes = pdu.readUInt8(5);
  if (bytes !== Math.ceil(quantity / 8) || pdu.length !== 6 + bytes) throw new ModbusException('illegalValue');
  const values = Array.from({ length: quantity }, (_, bit) => ((pdu[6 + (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);
  return { kind: 'writeBits', address, values };
}

function identification(pdu: Buffer): ModbusRequest {
  if (pdu.length < 2 || pdu.readUInt8(1) !== IDENTIFICATION) throw new ModbusException('illegalFunction');
  if (pdu.length !== 4) throw new ModbusException('illegalValue');
  const [code, object] = [pdu.readUInt8(2), pdu.readUInt8(3)];
  if (code < 1 || code > 4) throw new ModbusException('illegalValue');
  return { kind: 'identify', code, object };
}

export const exceptionResponse = (pdu: Buffer, reason: ExceptionName): Buffer =>
  Buffer.from([(pdu[0] ?? 0) | 0x80, EXCEPTIONS[reason]]);

/** The response to a read of coils or discrete inputs. */
export function bitsResponse(pdu: Buffer, bits: readonly boolean[]): Buffer {
  const bytes = Buffer.alloc(2 + Math.ceil(bits.length / 8));
  bytes.writeUInt8(pdu.readUInt8(0), 0);
  bytes.writeUInt8(bytes.length - 2, 1);
  bits.forEach((bit, place) => {
    if (bit) bytes[2 + (place >> 3)] = (bytes[2 + (place >> 3)] ?? 0) | (1 << (place & 7));
  });
  return bytes;
}

/** The response to a read of registers. */
export function registersResponse(pdu: Buffer, registers: Uint16Array): Buffer {
  const bytes = Buffer.allocUnsafe(2 + 2 * registers.length);
  bytes.writeUInt8(pdu.readUInt8(0), 0);
  bytes.writeUInt8(2 * registers.length, 1);
  registers.forEach((register, place) => bytes.writeUInt16BE(register, 2 + 2 * place));
  return bytes;
}

/** The response to a write repeats address and value or quantity. */
export const writeResponse = (pdu: Buffer): Buffer => Buffer.from(pdu.subarray(0, 5));

/** Vendor, product code and version are the basic objects, the others the regular ones. */
const BASIC_OBJECTS = 3;
/** Regular identification, as a stream and object by object. */
const CONFORMITY = 0x82;

/** The response to a read of the device identification, from the texts of the objects. Throws a ModbusException. */
export function identificationResponse(code: number, object: number, texts: readonly string[]): Buffer {
  const isSingle = code === 4;
  if (isSingle && object >= texts.length) throw new ModbusException('illegalAddress');
  const end = isSingle ? object + 1 : code === 1 ? BASIC_OBJECTS : texts.length;
  const start = object < end ? object : 0; // a stream with an unknown object begins with the first one
  const objects = texts.slice(start, end).map((text, place) => {
    const bytes = Buffer.from(text.slice(0, 40), 'latin1');
    return Buffer.concat([Buffer.from([start + place, bytes.length]), bytes]);
  });
  const head = [ENCAPSULATED, IDENTIFICATION, code, CONFORMITY, 0, 0, objects.length];
  return Buffer.concat([Buffer.from(head), ...objects]);
}
