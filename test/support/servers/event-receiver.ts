/** A subscriber on the loopback, which keeps the events that arrive and answers as the test says. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that reads an event knows its members */
export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: any;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

export class EventReceiver {
  readonly received: ReceivedEvent[] = [];
  /** The status of each answer; undefined: none. */
  status: number | undefined = 204;

  private constructor(
    private readonly server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>,
    private readonly scheme: 'http' | 'https',
  ) {}

  /**
   * @param tls with a certificate of its own it is a server of HTTPS
   * @param port of one that was stopped
   */
  static async start(tls?: { readonly key: string; readonly cert: string }, port = 0): Promise<EventReceiver> {
    const answer: RequestListener = (request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (text += chunk));
      request.on('end', () => {
        receiver.received.push({ headers: request.headers, body: JSON.parse(text) as unknown });
        if (receiver.status !== undefined) response.writeHead(receiver.status).end();
      });
    };
    const receiver = new EventReceiver(
      tls ? createTlsServer({ ...tls }, answer) : createServer(answer),
      tls ? 'https' : 'http',
    );
    receiver.server.listen(port, '127.0.0.1');
    await once(receiver.server, 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `${this.scheme}://127.0.0.1:${this.port}/events`;
  }

  /** The keys of the messages that have arrived since the last call: `OutletPoweredOff`. */
  take(): string[] {
    return this.received.splice(0).map(({ body }) => {
      const { Events: events } = body as { Events: { MessageId: string }[] };
      return events.map(({ MessageId: id }) => id.split('.').at(-1) ?? '').join();
    });
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
