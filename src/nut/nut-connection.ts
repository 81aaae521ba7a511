import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { Clock, Millis } from '../common/clock.js';
import type { ProtocolTraffic } from '../protocols/protocol-traffic.js';
import type { TcpConnection } from '../protocols/tcp-connection.js';
import { LineReader } from './line.js';
import type { NutServer } from './nut-server.js';
import { NutSession, type NutReply } from './nut-session.js';

const REQUESTS_PER_SECOND = 100;
/** Output that the client has not read, beyond which the connection is closed. */
const MAX_UNSENT = 256 * 1024;
const HANDSHAKE_LIMIT: Millis = 10_000;

/** The socket of one client: reads its lines, answers them one after another, and turns to TLS after STARTTLS. */
export class NutConnection {
  readonly #session: NutSession;
  readonly #lines = new LineReader();
  /** The socket, or TLS over it. */
  #stream: Duplex;
  #isEncrypted = false;
  #isBusy = false;
  #hasEnded = false;
  /** A line that waits because the client sends too many. */
  #waiting: string | undefined;

  constructor(
    private readonly connection: TcpConnection,
    private readonly server: NutServer,
    private readonly traffic: ProtocolTraffic,
    private readonly clock: Clock,
  ) {
    const { socket, address } = connection;
    this.#stream = socket;
    const isEncrypted = () => this.#isEncrypted;
    this.#session = new NutSession(server, address, {
      get isEncrypted() {
        return isEncrypted();
      },
    });
    connection.limitRate(REQUESTS_PER_SECOND, () => this.#drain());
    socket.once('close', () => this.#end());
    this.#read(socket);
  }

  #read(stream: Duplex): void {
    this.#stream = stream;
    stream.on('error', () => this.connection.socket.destroy());
    stream.on('data', (chunk: Buffer) => {
      this.#lines.push(chunk);
      this.#drain();
    });
    stream.once('end', () => stream.end());
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#session.end();
  }

  /** Answers the lines that have come, until one takes time or is one too many. */
  #drain(): void {
    while (!this.#isBusy && !this.#hasEnded) {
      const line = this.#waiting ?? this.#lines.next();
      if (line === undefined) break;
      if (line === null) {
        this.traffic.errors++;
        this.#send({ text: 'ERR INVALID-ARGUMENT\n', then: 'close' });
        return;
      }
      this.#waiting = line;
      if (!this.connection.mayRequest()) break;
      this.#waiting = undefined;
      this.#answer(line);
    }
    if (this.#hasEnded) return;
    if (this.#isBusy || this.#waiting !== undefined) this.#stream.pause();
    else this.#stream.resume();
  }

  #answer(line: string): void {
    this.connection.active();
    this.traffic.requests++;
    const reply = this.#session.answer(line);
    if (!(reply instanceof Promise)) {
      this.#send(reply);
      return;
    }
    this.#isBusy = true;
    void reply.then((late) => {
      this.#isBusy = false;
      if (this.#hasEnded) return;
      this.#send(late);
      this.#drain();
    });
  }

  #send({ text, then }: NutReply): void {
    const { socket, address } = this.connection;
    if (text.length < 64 && String(text).startsWith('ERR ')) this.traffic.errors++;
    this.traffic.clients.note(address, this.#session.clientName, this.clock.now());
    this.connection.idleLimit = this.#session.isLoggedIn ? 0 : undefined;
    if (then === 'startTls') {
      this.#startTls(text);
      return;
    }
    this.#stream.write(text);
    if (then === 'close') {
      this.#end();
      this.connection.finish(this.#stream);
    } else if (this.#stream.writableLength > MAX_UNSENT) socket.destroy();
  }

  /** Closes the connection if anything came in plain text after STARTTLS: it would be taken for encrypted input. */
  #startTls(text: string | Buffer): void {
    const { socket } = this.connection;
    const { secureContext } = this.server;
    if (this.#lines.unread > 0 || !secureContext) {
      socket.destroy();
      return;
    }
    this.#isBusy = true;
    this.connection.idleLimit = HANDSHAKE_LIMIT;
    socket.pause();
    socket.removeAllListeners('data');
    socket.removeAllListeners('end');
    socket.write(text, () => {
      const encrypted = new TLSSocket(socket, { isServer: true, secureContext });
      encrypted.once('secure', () => (this.connection.idleLimit = undefined));
      this.#isEncrypted = true;
      this.#isBusy = false;
      this.#read(encrypted);
    });
  }
}
