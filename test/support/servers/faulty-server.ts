import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** The fault of a peer towards its clients. */
export type Fault = (socket: Socket, request: string) => void;

const ANSWER = (status: string, body = '', headers = ''): string =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers}Connection: close\r\n\r\n${body}`;

const flood =
  (status: string): Fault =>
  (socket) => {
    socket.write(`HTTP/1.1 ${status}\r\nTransfer-Encoding: chunked\r\n\r\n`);
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    const pump = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pump);
    pump();
  };

export const answers =
  (status: string, body?: string, headers?: string): Fault =>
  (socket) =>
    socket.end(ANSWER(status, body, headers));

export const hangs: Fault = () => undefined;
export const resets: Fault = (socket) => socket.resetAndDestroy();
export const closes: Fault = (socket) => socket.end();
export const speaksNonsense: Fault = (socket) => socket.end('220 mail.example ESMTP\r\n');
/** One byte of the head after the other, for ever. */
export const drips: Fault = (socket) => {
  const text = ANSWER('200 OK', '', `X-Long: ${'x'.repeat(1000)}\r\n`);
  let sent = 0;
  const timer = setInterval(() => socket.write(text.charAt(sent++)), 200);
  socket.on('close', () => clearInterval(timer));
};
/** A status, then a body that never ends. */
export const floods = flood('200 OK');
export const floodsRefusal = flood('422 Unprocessable Entity');

interface Manner {
  /** TLS with this key and certificate. */
  readonly credentials?: { readonly key: string; readonly cert: string };
  /** The first bytes that it sends. */
  readonly greeting?: string;
  /** Its port; any port of 127.0.0.1 by default. */
  readonly at?: { readonly host: string; readonly port: number };
}

/** A TCP or TLS peer on the loopback with the given fault, which stores its requests. */
export class FaultyServer {
  readonly requests: string[] = [];
  connections = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async start(fault: Fault, { credentials, greeting, at }: Manner = {}): Promise<FaultyServer> {
    const server = credentials ? createTlsServer(credentials) : createServer();
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(at?.port ?? 0, at?.host ?? '127.0.0.1', resolve);
    });
    const faulty = new FaultyServer(server, (server.address() as AddressInfo).port);
    server.on('tlsClientError', () => undefined);
    server.on('connection', (socket: Socket) => {
      faulty.connections++;
      faulty.#sockets.add(socket);
      socket.on('close', () => faulty.#sockets.delete(socket)).on('error', () => undefined);
    });
    server.on(credentials ? 'secureConnection' : 'connection', (socket: Socket) => {
      socket.on('error', () => undefined);
      if (greeting !== undefined) socket.write(greeting);
      const place = faulty.requests.push('') - 1;
      let request = '';
      socket.on('data', (chunk: Buffer) => {
        const isFirst = request === '';
        faulty.requests[place] = request += chunk.toString();
        if (isFirst || greeting !== undefined) fault(socket, chunk.toString());
      });
    });
    return faulty;
  }

  get open(): number {
    return this.#sockets.size;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      for (const socket of this.#sockets) socket.destroy();
    });
  }
}
