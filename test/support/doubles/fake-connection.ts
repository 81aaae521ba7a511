import { constants, inflateRawSync } from 'node:zlib';
import type { MessageForm, StreamConnection } from '../../../src/stream/stream-connection.js';
import type { Frame } from '../../../src/stream/stream-message.js';

/** A connection that records its calls, and reads only as much as the test allows. */
export class FakeConnection implements StreamConnection {
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closed: { code: number | undefined; reason: string } | undefined;
  terminated = false;

  readonly form: MessageForm;

  constructor(isCompressed = false) {
    this.form = isCompressed ? 'compressed' : 'plain';
  }

  write(frame: Frame): void {
    this.sent.push(textOf(frame));
  }

  close(code?: number, reason = ''): void {
    this.closed ??= { code, reason };
  }

  terminate(): void {
    this.terminated = true;
  }
}

/** The text of an unmasked frame, as RFC 6455 and RFC 7692 define it. */
export function textOf(pieces: Frame): string {
  const frame = Buffer.concat(pieces);
  const [first = 0, length = 0] = frame;
  if ((first & 0xbf) !== 0x81) throw new Error('This is no text frame that is complete.');
  const start = length < 126 ? 2 : length === 126 ? 4 : 10;
  const size = length < 126 ? length : length === 126 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
  const payload = frame.subarray(start);
  if (payload.length !== size) throw new Error(`The frame announces ${size} bytes and has ${payload.length}.`);
  return (isCompressed(pieces) ? inflated(payload) : payload).toString();
}

export const isCompressed = ([first]: Frame): boolean => ((first?.[0] ?? 0) & 0x40) !== 0;

const inflated = (payload: Buffer): Buffer =>
  inflateRawSync(Buffer.concat([payload, Buffer.from([0, 0, 0xff, 0xff])]), { finishFlush: constants.Z_SYNC_FLUSH });
