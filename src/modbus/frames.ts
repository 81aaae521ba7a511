/** Framing of Modbus TCP (MODBUS Messaging on TCP/IP V1.0b): a header of seven bytes, then function and data. */

const HEADER = 7;
/** Limits of the length in the header, which counts the unit id, the function and the data. */
const LENGTH = { min: 2, max: 254 } as const;

export interface Frame {
  /** Number that the client has given the request; the response repeats it. */
  readonly transaction: number;
  readonly unit: number;
  /** Function code and data. */
  readonly pdu: Buffer;
}

/** A frame and the number of bytes that it takes; `incomplete` needs more bytes, `malformed` cannot become a frame. */
export type FrameRead = { readonly frame: Frame; readonly size: number } | 'incomplete' | 'malformed';

/** Reads the first frame of the bytes. */
export function readFrame(bytes: Buffer): FrameRead {
  if (bytes.length >= 4 && bytes.readUInt16BE(2) !== 0) return 'malformed'; // another protocol
  if (bytes.length < 6) return 'incomplete';
  const length = bytes.readUInt16BE(4);
  if (length < LENGTH.min || length > LENGTH.max) return 'malformed';
  const size = HEADER - 1 + length;
  if (bytes.length < size) return 'incomplete';
  const frame = { transaction: bytes.readUInt16BE(0), unit: bytes.readUInt8(6), pdu: bytes.subarray(HEADER, size) };
  return { frame, size };
}

/** The frame with this content, in answer to another one. */
export function responseTo({ transaction, unit }: Pick<Frame, 'transaction' | 'unit'>, pdu: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER + pdu.length);
  bytes.writeUInt16BE(transaction, 0);
  bytes.writeUInt16BE(0, 2);
  bytes.writeUInt16BE(pdu.length + 1, 4);
  bytes.writeUInt8(unit, 6);
  pdu.copy(bytes, HEADER);
  return bytes;
}
