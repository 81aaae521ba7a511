/** The compression of the stream (RFC 7692), over real sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPdu, type Client, type Pdu } from '../support/app/pdu.js';
import { StreamClient, type StreamMessage } from '../support/clients/stream-client.js';
import { isCompressed, textOf } from '../support/doubles/fake-connection.js';

let pdu: Pdu;
let admin: Client;
beforeAll(async () => {
  pdu = await aPdu({ model: 'three-phase-36' });
  admin = await pdu.as('admin');
});
afterAll(() => pdu.stop());

/** Clients of ws that offer compression; the second compresses everything it sends. */
const OFFERING = true;
const COMPRESSING = { threshold: 0 };
const PLAIN = false;

async function reading(compression: Parameters<typeof StreamClient.connect>[2]): Promise<StreamClient> {
  const stream = await StreamClient.connect(pdu, {}, compression);
  stream.say({ cookie: admin.token });
  await stream.next(0);
  return stream;
}

/** A client that reads and writes bytes of its own. */
class RawClient {
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.on('data', (chunk) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  /** Asks for the upgrade with this offer; answers the head of the response too. */
  static async connect(offer?: string): Promise<{ client: RawClient; head: string }> {
    const client = new RawClient(connect(Number(new URL(pdu.url).port), '127.0.0.1'));
    const headers = [
      'GET /ws HTTP/1.1',
      'Host: pdu',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      ...(offer === undefined ? [] : [`Sec-WebSocket-Extensions: ${offer}`]),
    ];
    client.socket.write(`${headers.join('\r\n')}\r\n\r\n`);
    const head = await client.#take((bytes) => bytes.indexOf('\r\n\r\n') + 4 || undefined);
    return { client, head: head.toString() };
  }

  /** Sends one masked text frame, marked as compressed or not; the mask is zero. */
  send(payload: Buffer, isCompressed: boolean): void {
    this.socket.write(Buffer.from([isCompressed ? 0xc1 : 0x81, 0x80 | payload.length, 0, 0, 0, 0]));
    this.socket.write(payload);
  }

  /** The next frame. */
  frame(): Promise<Buffer> {
    return this.#take((bytes) => {
      const [, length = 0] = bytes;
      if (bytes.length < 4) return undefined;
      return length < 126 ? 2 + length : 4 + bytes.readUInt16BE(2);
    });
  }

  leave(): void {
    this.socket.destroy();
  }

  async #take(lengthOf: (bytes: Buffer) => number | undefined): Promise<Buffer> {
    for (;;) {
      const length = lengthOf(this.#received);
      if (length !== undefined && length > 3 && this.#received.length >= length) {
        const taken = this.#received.subarray(0, length);
        this.#received = this.#received.subarray(length);
        return taken;
      }
      if (this.#isClosed) throw new Error('The connection was closed before that.');
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** The code of a close frame. */
function closeCode(frame: Buffer): number {
  expect(frame[0]).toBe(0x88);
  return frame.readUInt16BE(2);
}

describe('a stream with compression', () => {
  it.each([
    ['permessage-deflate', 'permessage-deflate; server_no_context_takeover; client_no_context_takeover'],
    [
      'permessage-deflate; client_max_window_bits',
      'permessage-deflate; client_max_window_bits=10; server_no_context_takeover; client_no_context_takeover',
    ],
    [
      'permessage-deflate; server_max_window_bits=15; client_max_window_bits=8',
      'permessage-deflate; server_max_window_bits=15; client_max_window_bits=8; server_no_context_takeover; client_no_context_takeover',
    ],
    [
      'x-other, permessage-deflate; server_max_window_bits=9, permessage-deflate; server_no_context_takeover',
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover',
    ],
    [undefined, undefined],
    ['', undefined],
    ['permessage-deflate; server_max_window_bits=9', undefined],
    ['permessage-deflate; unknown', undefined],
    ['x-other; a="', undefined],
  ])('answers the offer %s with %s', async (offer, answer) => {
    const { client, head } = await RawClient.connect(offer);
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(/^Sec-WebSocket-Extensions: (.+)$/m.exec(head)?.[1]).toBe(answer);
    client.leave();
  });

  it('has the same messages as one without', async () => {
    const streams = await Promise.all([OFFERING, COMPRESSING, PLAIN].map(reading));
    for (let second = 1; second <= 3; second++) {
      await pdu.seconds(1);
      const [first, ...others] = await Promise.all(streams.map((stream) => stream.next(second)));
      expect(first?.outlets).toHaveLength(36);
      for (const other of others) expect(other).toEqual(first);
    }
    expect(streams.map(({ socket }) => socket.extensions)).toEqual(['permessage-deflate', 'permessage-deflate', '']);
    for (const stream of streams) stream.leave();
  });

  it('takes less than 73 bytes of the line for each outlet', async () => {
    const { client } = await RawClient.connect('permessage-deflate; client_max_window_bits');
    client.send(Buffer.from(JSON.stringify({ cookie: admin.token })), false);
    const first = await client.frame();
    await pdu.seconds(1);
    const second = await client.frame();
    for (const frame of [first, second]) {
      expect(isCompressed([frame])).toBe(true);
      expect((JSON.parse(textOf([frame])) as StreamMessage).outlets).toHaveLength(36);
      expect(frame.length).toBeLessThan(36 * 73); // 3.5 kB for 48 outlets
    }
    client.leave();
  });

  it('answers pings between messages, and closes with its code and reason', async () => {
    const user = await pdu.as({ viewInletStats: true });
    const stream = await StreamClient.connect(pdu, {}, OFFERING);
    stream.say({ cookie: user.token });
    for (let second = 0; second < 5; second++) {
      await stream.next(second);
      const answered = once(stream.socket, 'pong');
      stream.socket.ping(`ping ${second}`);
      expect(String((await answered)[0])).toBe(`ping ${second}`);
      await pdu.seconds(1);
    }
    await user.post('/api/logout');
    await pdu.seconds(1);
    expect(await stream.closed()).toBe(4401);
  });

  it('is refused with 1009 when its first message is too long once it is decompressed', async () => {
    const stream = await StreamClient.connect(pdu, {}, COMPRESSING);
    stream.say({ cookie: 'x'.repeat(100_000) });
    expect(await stream.closed()).toBe(1009);
    expect(stream.messages).toEqual([]);
  });

  it('is refused when what it sends is not compressed text', async () => {
    const { client } = await RawClient.connect('permessage-deflate');
    client.send(Buffer.from([0xff, 0xff, 0xff, 0xff]), true);
    expect(closeCode(await client.frame())).toBe(1007);
    client.leave();
  });

  it('has to be negotiated before a client may compress', async () => {
    const { client } = await RawClient.connect();
    const text = JSON.stringify({ cookie: admin.token });
    client.send(deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, -4), true);
    expect(closeCode(await client.frame())).toBe(1002);
    client.leave();
  });
});
