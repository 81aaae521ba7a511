/** A Modbus TCP client that sends any bytes, in any segments, and reads what comes back frame by frame. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export class ModbusTestClient {
  #received = Buffer.alloc(0);
  #isClosed = false;
  #wake: (() => void) | undefined;
  #transaction = 0;

  private constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake?.();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#isClosed = true;
      this.#wake?.();
    });
  }

  /** @param from the address of the sender, one of the loopback's */
  static async to(port: number, from = '127.0.0.1'): Promise<ModbusTestClient> {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    const client = new ModbusTestClient(socket);
    await once(socket, 'connect').catch(() => undefined); // a refused one is closed
    return client;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  send(bytes: Buffer): void {
    this.socket.write(bytes);
  }

  /** Resolves with the next frame, or with undefined when the connection is closed before. */
  async frame(): Promise<Buffer | undefined> {
    for (;;) {
      const size = this.#received.length < 6 ? Infinity : 6 + this.#received.readUInt16BE(4);
      if (this.#received.length >= size) {
        const frame = this.#received.subarray(0, size);
        this.#received = this.#received.subarray(size);
        return frame;
      }
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The function and data of the response to a request with this function and data. */
  async request(pdu: readonly number[] | Buffer, unit = 1): Promise<Buffer> {
    const transaction = ++this.#transaction & 0xffff;
    this.send(frameOf(pdu, { transaction, unit }));
    const frame = await this.frame();
    if (!frame) throw new Error('The connection was closed.');
    if (frame.readUInt16BE(0) !== transaction) throw new Error(`A response to request ${frame.readUInt16BE(0)}.`);
    return frame.subarray(7);
  }

  /** The registers of a range, or the exception as text. */
  async registers(address: number, quantity: number, fn = 3): Promise<Buffer | string> {
    const pdu = await this.request([fn, ...words(address, quantity)]);
    return pdu.readUInt8(0) >= 0x80 ? `exception ${pdu.readUInt8(1)}` : pdu.subarray(2);
  }

  /** A value of four bytes as IEEE 754. */
  async float(address: number): Promise<number> {
    const bytes = await this.registers(address, 2);
    return typeof bytes === 'string' ? NaN : bytes.readFloatBE();
  }

  async bits(address: number, quantity: number, fn = 1): Promise<number[] | string> {
    const pdu = await this.request([fn, ...words(address, quantity)]);
    if (pdu.readUInt8(0) >= 0x80) return `exception ${pdu.readUInt8(1)}`;
    return Array.from({ length: quantity }, (_, bit) => ((pdu[2 + (bit >> 3)] ?? 0) >> (bit & 7)) & 1);
  }

  /** Writes one coil; "ok" or the exception. */
  async writeBit(address: number, value: boolean): Promise<string> {
    const pdu = await this.request([5, ...words(address, value ? 0xff00 : 0)]);
    return pdu.readUInt8(0) >= 0x80 ? `exception ${pdu.readUInt8(1)}` : 'ok';
  }

  /** Writes several coils; "ok" or the exception. */
  async writeBits(address: number, values: readonly boolean[]): Promise<string> {
    const bytes = Array<number>(Math.ceil(values.length / 8)).fill(0);
    values.forEach((value, place) => (bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (Number(value) << (place & 7))));
    const pdu = await this.request([15, ...words(address, values.length), bytes.length, ...bytes]);
    return pdu.readUInt8(0) >= 0x80 ? `exception ${pdu.readUInt8(1)}` : 'ok';
  }

  close(): void {
    this.socket.destroy();
  }
}

export const words = (...values: readonly number[]): number[] => values.flatMap((value) => [value >> 8, value & 0xff]);

export const frameOf = (pdu: readonly number[] | Buffer, { transaction = 1, unit = 1 } = {}): Buffer =>
  Buffer.concat([Buffer.from([...words(transaction, 0, pdu.length + 1), unit]), Buffer.from(pdu)]);
