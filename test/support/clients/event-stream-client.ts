/** A real reader of server-sent events, which waits for expected ones. */
import type { Pdu } from '../app/pdu.js';
import type { StreamMessage } from './stream-client.js';

export class EventStreamClient {
  readonly messages: Partial<StreamMessage>[] = [];
  /** Lines of comments, and of fields other than the data. */
  readonly otherLines: string[] = [];
  readonly #waiting: (() => void)[] = [];
  readonly #ended: Promise<void>;
  #hasEnded = false;

  private constructor(
    readonly response: Response,
    private readonly stop: AbortController,
  ) {
    this.#ended = this.#read();
  }

  static async connect(
    pdu: Pick<Pdu, 'url'>,
    headers: Readonly<Record<string, string>>,
    query = '',
  ): Promise<EventStreamClient> {
    const stop = new AbortController();
    const response = await fetch(`${pdu.url}/api/stream${query}`, { headers, signal: stop.signal });
    return new EventStreamClient(response, stop);
  }

  /** The message after those that the test has seen already. */
  async next(seen = this.messages.length): Promise<Partial<StreamMessage>> {
    while (this.messages.length <= seen && !this.#hasEnded) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    const message = this.messages[seen];
    if (!message) throw new Error('The stream ended before the message came.');
    return message;
  }

  /** Resolves when the controller has ended the response. */
  ended(): Promise<void> {
    return this.#ended;
  }

  leave(): void {
    this.stop.abort();
  }

  async #read(): Promise<void> {
    let unread = '';
    try {
      for await (const bytes of (this.response.body ?? []) as AsyncIterable<Uint8Array>) {
        const lines = (unread + Buffer.from(bytes).toString('latin1')).split('\n');
        unread = lines.pop() ?? '';
        for (const line of lines) this.#line(Buffer.from(line, 'latin1').toString());
      }
    } catch {
      // The test has left, or the connection was cut.
    }
    this.#hasEnded = true;
    this.#wake();
  }

  #line(line: string): void {
    if (line.startsWith('data: ')) {
      this.messages.push(JSON.parse(line.slice('data: '.length)) as StreamMessage);
      this.#wake();
    } else if (line !== '') this.otherLines.push(line);
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
