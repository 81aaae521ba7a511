import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A syslog server on the loopback that records its messages. */
export class SyslogServer {
  readonly messages: Buffer[] = [];
  connections = 0;
  #waiting: (() => void)[] = [];

  private constructor(
    readonly port: number,
    readonly stop: () => Promise<void>,
    /** Closes the connections, and continues to listen. */
    readonly hangUp: () => void,
  ) {}

  /** Resolves when this many messages have arrived. */
  async received(count: number): Promise<string[]> {
    while (this.messages.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.messages.map(String);
  }

  #take(message: Buffer): void {
    this.messages.push(message);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  static async udp(): Promise<SyslogServer> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const stop = () => new Promise<void>((resolve) => socket.close(() => resolve()));
    const server = new SyslogServer(socket.address().port, stop, () => undefined);
    socket.on('message', (message) => server.#take(message));
    return server;
  }

  static tcp(port = 0): Promise<SyslogServer> {
    return SyslogServer.#stream(createServer(), 'connection', port);
  }

  static tls(credentials: { key: string; cert: string }): Promise<SyslogServer> {
    return SyslogServer.#stream(createTlsServer(credentials), 'secureConnection', 0);
  }

  static async #stream(listener: Server, connected: string, port: number): Promise<SyslogServer> {
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve));
    const sockets = new Set<Socket>();
    const hangUp = () => sockets.forEach((socket) => socket.destroy());
    const stop = () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve());
        hangUp();
      });
    const server = new SyslogServer((listener.address() as AddressInfo).port, stop, hangUp);
    listener.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    });
    listener.on(connected, (socket: Socket) => {
      server.connections++;
      let bytes = Buffer.alloc(0);
      socket
        .on('error', () => undefined)
        .on('data', (chunk: Buffer) => {
          const frames = unframed(Buffer.concat([bytes, chunk]));
          bytes = frames.rest;
          frames.messages.forEach((message) => server.#take(message));
        });
    });
    listener.on('tlsClientError', () => undefined);
    return server;
  }
}

/** Strict octet counting: MSG-LEN SP SYSLOG-MSG, without anything between. */
function unframed(bytes: Buffer): { messages: Buffer[]; rest: Buffer<ArrayBuffer> } {
  const messages: Buffer[] = [];
  let rest = Buffer.from(bytes);
  for (;;) {
    const [head, digits] = /^([1-9]\d{0,9}) /.exec(rest.subarray(0, 11).toString('latin1')) ?? [];
    if (head === undefined) {
      if (!/^([1-9]\d{0,9})?$/.test(rest.subarray(0, 11).toString('latin1')))
        throw new Error(`No frame: ${rest.toString()}`);
      return { messages, rest };
    }
    const end = head.length + Number(digits);
    if (rest.length < end) return { messages, rest };
    messages.push(Buffer.from(rest.subarray(head.length, end)));
    rest = Buffer.from(rest.subarray(end));
  }
}
