/** A reader of the event stream of Redfish. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that reads an event knows its members */
export interface StreamedEvent {
  readonly id: number;
  readonly body: any;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

export class RedfishStream {
  readonly events: StreamedEvent[] = [];
  readonly comments: string[] = [];
  /** The text of an answer that is no stream. */
  text = '';
  hasEnded = false;
  #wake: () => void = () => undefined;
  #unread = '';

  private constructor(readonly answer: IncomingMessage) {
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => this.#take(chunk));
    answer.on('error', () => undefined);
    answer.on('close', () => {
      this.hasEnded = true;
      this.#wake();
    });
  }

  static async open(
    port: number,
    headers: Readonly<Record<string, string>>,
    query = '',
    path = '/redfish/v1/EventService/SSE',
  ): Promise<RedfishStream> {
    const options = { host: '127.0.0.1', port, path: path + query, headers, agent: false, rejectUnauthorized: false };
    const sent = request(options).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return new RedfishStream(answer);
  }

  get status(): number | undefined {
    return this.answer.statusCode;
  }

  /** Resolves when so many events have come, and answers the keys of their messages; rejects when the stream ends before. */
  async keys(count: number): Promise<string[]> {
    while (this.events.length < count) {
      if (this.hasEnded) throw new Error(`The stream ended after ${this.events.length} events.`);
      await this.#next();
    }
    return this.events.flatMap(({ body }) => {
      const { Events: events } = body as { Events: { MessageId: string }[] };
      return events.map(({ MessageId: id }) => id.split('.').at(-1) ?? '');
    });
  }

  async ended(): Promise<void> {
    while (!this.hasEnded) await this.#next();
  }

  /** Resolves when so many comments have come. */
  async commented(count: number): Promise<void> {
    while (this.comments.length < count && !this.hasEnded) await this.#next();
  }

  leave(): void {
    this.answer.destroy();
  }

  #next(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #take(chunk: string): void {
    this.text += chunk;
    const blocks = (this.#unread + chunk).split('\n\n');
    this.#unread = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, id, data] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      if (id !== undefined && data !== undefined)
        this.events.push({ id: Number(id), body: JSON.parse(data) as unknown });
      else this.comments.push(block);
    }
    this.#wake();
  }
}
