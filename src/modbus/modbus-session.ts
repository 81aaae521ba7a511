import type { TcpConnection } from '../protocols/tcp-connection.js';
import { readFrame, type Frame } from './frames.js';

/** Reading pauses while so many bytes wait, as they do during a write; an honest client sends a request at a time. */
const MAX_WAITING = 16 * 1024;
const REQUESTS_PER_SECOND = 100;

interface SessionOptions {
  /** The response to a frame; a promise of it for a write. Never throws. */
  readonly answer: (frame: Frame) => Buffer | Promise<Buffer>;
  /** Called when the client has sent bytes that are no frame, and the connection is closed. */
  readonly onMalformed: () => void;
  readonly requestsPerSecond?: number;
}

/** One connection: answers its requests one after the other in their order, however they are cut into segments. */
export class ModbusSession {
  #received: Buffer = Buffer.alloc(0);
  #isWriting = false;

  constructor(
    private readonly connection: TcpConnection,
    private readonly options: SessionOptions,
  ) {
    const { socket } = connection;
    connection.limitRate(options.requestsPerSecond ?? REQUESTS_PER_SECOND, () => this.#answerAll());
    socket.on('data', (bytes) => this.#receive(bytes));
    socket.on('drain', () => this.#goOn());
  }

  #receive(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    this.#answerAll();
    if (this.#isHeld && this.#received.length > MAX_WAITING) this.connection.socket.pause();
  }

  /** True while a command runs, and while the client does not read its responses. */
  get #isHeld(): boolean {
    return this.#isWriting || this.connection.socket.writableNeedDrain;
  }

  #goOn(): void {
    this.connection.socket.resume();
    this.#answerAll();
  }

  /** Answers what has been received, until a frame is incomplete, a write has to end, or the rate is reached. */
  #answerAll(): void {
    const { socket } = this.connection;
    const responses: Buffer[] = [];
    while (!this.#isHeld && socket.writable) {
      const read = readFrame(this.#received);
      if (read === 'incomplete') break;
      if (read === 'malformed') {
        send(socket, responses.splice(0));
        this.options.onMalformed();
        this.connection.finish();
        return;
      }
      if (!this.connection.mayRequest()) break;
      this.connection.active();
      this.#received = this.#received.subarray(read.size);
      const response = this.options.answer(read.frame);
      if (response instanceof Promise) this.#answerLater(response);
      else responses.push(response);
    }
    send(socket, responses);
  }

  #answerLater(response: Promise<Buffer>): void {
    this.#isWriting = true;
    void response.then((bytes) => {
      this.#isWriting = false;
      send(this.connection.socket, [bytes]);
      this.#goOn();
    });
  }
}

function send(socket: TcpConnection['socket'], responses: readonly Buffer[]): void {
  const [first] = responses;
  if (first && socket.writable) socket.write(responses.length === 1 ? first : Buffer.concat(responses));
}
