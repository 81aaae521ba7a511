import { connect, type Socket } from 'node:net';
import { onMessage, send, type Numbered, type Question, type Reply } from './plant-wire.js';

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

/** One connection to a plant. When it ends, whoever waits is told so: whether the plant has heard them is not known. */
export class PlantConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #ended: Error | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    onMessage<Numbered<Reply>>(socket, (reply) => this.#take(reply));
    socket.on('error', (error) => this.#end(error));
    socket.on('close', () => this.#end(new Error('The plant has hung up.')));
  }

  /** Rejects when nobody listens there. */
  static open(path: string): Promise<PlantConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(path);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new PlantConnection(socket));
      });
    });
  }

  get isOpen(): boolean {
    return this.#ended === undefined;
  }

  /** Rejects with the plant's refusal, or when the connection ends first. */
  ask(question: Question): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const number = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      send(this.#socket, { number, ...question });
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(reply: Numbered<Reply>): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('error' in reply) waiting?.reject(new Error(reply.error));
    else waiting?.resolve(reply.answer);
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
