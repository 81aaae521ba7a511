import type { StreamSocket } from '../../../src/stream/stream-reader.js';

/** A WebSocket that records its calls, and reads only as much as the test allows. */
export class FakeSocket implements StreamSocket {
  bufferedAmount = 0;
  readonly sent: string[] = [];
  closed: { code: number | undefined; reason: string } | undefined;
  terminated = false;

  send(data: Buffer): void {
    this.sent.push(data.toString());
  }

  close(code?: number, reason: string | Buffer = ''): void {
    this.closed ??= { code, reason: String(reason) };
  }

  terminate(): void {
    this.terminated = true;
  }
}
