/** Requests below `/redfish` over HTTPS, as a program sends them. */
import { Agent, request } from 'node:https';
import { protocolOn } from './protocol-on.js';
import type { Client, Pdu } from '../app/pdu.js';

/* eslint-disable @typescript-eslint/no-explicit-any -- the test that sent the request knows the type of the answer */
export interface RedfishAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON body; the text where it is not JSON. */
  readonly body: any;
  /** The body as it came. */
  readonly text: string;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

const agent = new Agent({ rejectUnauthorized: false, keepAlive: false });

/** Switches Redfish on; answers the port of HTTPS. */
export const redfishOn = (pdu: Pdu, admin: Client, settings: object = {}): Promise<number> =>
  protocolOn(pdu, admin, 'redfish', { webSslEnabled: true, ...settings });

export class RedfishClient {
  constructor(
    readonly port: number,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** A client with HTTP Basic. */
  static basic(port: number, name: string, password: string): RedfishClient {
    const pair = Buffer.from(`${name}:${password}`).toString('base64');
    return new RedfishClient(port, { authorization: `Basic ${pair}` });
  }

  with(headers: Readonly<Record<string, string>>): RedfishClient {
    return new RedfishClient(this.port, { ...this.headers, ...headers });
  }

  get = (path: string): Promise<RedfishAnswer> => this.send('GET', path);
  post = (path: string, body: unknown): Promise<RedfishAnswer> => this.send('POST', path, body);
  patch = (path: string, body: unknown): Promise<RedfishAnswer> => this.send('PATCH', path, body);
  delete = (path: string): Promise<RedfishAnswer> => this.send('DELETE', path);

  /** Sends the beginning of a request; the returned function sends the rest, and returns the status of the answer. */
  begin(method: string, path: string, body: object): () => Promise<number> {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { ...this.headers, 'content-length': bytes.length };
    const sent = request({ host: '127.0.0.1', port: this.port, path: `/redfish/v1${path}`, method, headers, agent });
    const answered = new Promise<number>((resolve, reject) => {
      sent.once('response', (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', reject);
    });
    sent.write(bytes.subarray(0, 1));
    return () => {
      sent.end(bytes.subarray(1));
      return answered;
    };
  }

  /** @param path below the service root, or a whole path from `/redfish` on */
  send(method: string, path: string, body?: unknown): Promise<RedfishAnswer> {
    const url = path.startsWith('/redfish') ? path : `/redfish/v1${path}`;
    const isReady = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const text = isReady ? body : JSON.stringify(body);
    const options = { host: '127.0.0.1', port: this.port, path: url, method, headers: this.headers, agent };
    return new Promise((resolve, reject) => {
      const sent = request(options, (answer) => {
        let received = '';
        answer.setEncoding('utf8');
        answer.on('data', (chunk: string) => (received += chunk));
        answer.on('end', () => {
          const isJson = received !== '' && String(answer.headers['content-type']).includes('json');
          const parsed: unknown = isJson ? JSON.parse(received) : received;
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: parsed, text: received });
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  }
}

/** The keys of the messages of an answer: `PropertyUnknown`. */
export const messagesOf = ({ body }: RedfishAnswer): string[] => {
  const holder = body as { error?: object } & object;
  const list = Reflect.get(holder.error ?? holder, '@Message.ExtendedInfo') as { MessageId: string }[] | undefined;
  return (list ?? []).map(({ MessageId: id }) => id.split('.').at(-1) ?? '');
};
