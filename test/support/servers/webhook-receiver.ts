/** A receiver of webhooks on the loopback, which keeps what arrives and answers as the test says. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Webhook } from 'standardwebhooks';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that reads a message knows its type */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: any };
}
/* eslint-enable @typescript-eslint/no-explicit-any */

type Answer = (response: ServerResponse) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end();

export class WebhookReceiver {
  readonly received: Received[] = [];
  /** The next answers; then 204. */
  readonly answers: Answer[] = [];
  always: Answer | undefined;
  readonly #server: Server;
  readonly #waiting: (() => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(port = 0): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { headers } = request;
        const body = JSON.parse(text) as Received['body'];
        receiver.received.push({ id: String(headers['webhook-id']), headers, text, body });
        (receiver.always ?? receiver.answers.shift() ?? answering(204))(response);
        for (const wake of receiver.#waiting.splice(0)) wake();
      });
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  get types(): string[] {
    return this.received.map(({ body }) => body.type);
  }

  of(type: string): Received[] {
    return this.received.filter(({ body }) => body.type === type);
  }

  /** Resolves when so many messages have arrived. */
  async count(count: number): Promise<void> {
    while (this.received.length < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Throws unless the reference library accepts the message; its clock is set to that of the message's sender. */
export function verify({ text, headers }: Received, secret: string, now: number): void {
  const realNow = Date.now;
  Date.now = () => now;
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
  } finally {
    Date.now = realNow;
  }
}
