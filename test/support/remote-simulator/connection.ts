import { connect, type Socket } from 'node:net';
import { onMessage, send, type Numbered, type SimulatorRequest, type SimulatorReply } from './protocol.js';

interface PendingRequest {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** One connection to a remote simulator. When it ends, pending requests are rejected: whether the simulator has received them is not known. */
export class RemoteSimulatorConnection {
  readonly #socket: Socket;
  readonly #pending = new Map<number, PendingRequest>();
  #lastNumber = 0;
  #ended: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    onMessage<Numbered<SimulatorReply>>(socket, (reply) => this.#receive(reply));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The simulator has closed the connection.')));
  }

  /** Rejects when nobody listens there. */
  static open(path: string): Promise<RemoteSimulatorConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RemoteSimulatorConnection(socket));
      });
    });
  }

  get isOpen(): boolean {
    return this.#ended === undefined;
  }

  /** Rejects with the simulator's refusal, or when the connection ends first. */
  request(question: SimulatorRequest): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const number = ++this.#lastNumber;
    return new Promise((resolve, reject) => {
      this.#pending.set(number, { resolve, reject });
      send(this.#socket, { number, ...question });
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(reply: Numbered<SimulatorReply>): void {
    const pending = this.#pending.get(reply.number);
    this.#pending.delete(reply.number);
    if ('error' in reply) pending?.reject(new Error(reply.error));
    else pending?.resolve(reply.answer);
  }

  #fail(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#pending.values()) reject(this.#ended);
    this.#pending.clear();
  }
}
