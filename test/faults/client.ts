import type { Command } from './operation.js';
import { monotonic, type Restarts } from './restarts.js';

export interface Answer {
  readonly status: number;
  readonly token: string;
  readonly body: unknown;
}

const ATTEMPTS = 5;

/**
 * The simulator did not answer the controller in time, as happens on an overloaded machine. The answer says that it
 * is unknown if the relay has moved or will move: the command counts as one without an answer.
 */
const isTimeout = ({ status, body }: Answer): boolean =>
  status === 500 && (body as { readonly code?: string }).code === 'HARDWARE_SILENT';

/** A client of the controller that expects lost connections: a missing answer is a result too. */
export class Client {
  /** The credential: a session, or an access token when it begins with "Bearer". */
  credential = '';

  constructor(private readonly restarts: Restarts) {}

  /** The answer, or undefined when the controller died first. */
  async send(method: string, path: string, body?: object, credential = this.credential): Promise<Answer | undefined> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (credential.startsWith('Bearer')) headers['authorization'] = credential;
    else if (credential) headers['cookie'] = `SPID=${credential}`;
    try {
      const response = await fetch(this.restarts.url + path, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const token = response.headers.get('token') ?? '';
      return { status: response.status, token, body: text === '' ? {} : JSON.parse(text) };
    } catch {
      return undefined;
    }
  }

  /** The body of an answer that must be 200, from a controller that is up: a lost connection is opened again. */
  async get<T>(path: string, credential?: string): Promise<T> {
    return (await this.sendUntilAnswered('GET', path, undefined, credential)) as T;
  }

  /** The body of an answer, or undefined when the controller died first. A lost session is a fault. */
  async tryGet<T>(path: string): Promise<T | undefined> {
    const answer = await this.send('GET', path);
    if (answer && answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}.`);
    return answer?.body as T | undefined;
  }

  /** Repeats an idempotent request until it is answered, which must be with 200. */
  async sendUntilAnswered(method: string, path: string, body?: object, credential?: string): Promise<unknown> {
    let answer: Answer | undefined;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      answer = await this.send(method, path, body, credential);
      if (answer?.status === 200) return answer.body;
      if (answer && !isTimeout(answer)) break;
    }
    throw new Error(`${method} ${path} was answered ${answer?.status ?? 'not at all'}.`);
  }

  /** Sends a command and records its result; the promise resolves in any case. */
  sendCommand(order: Command['order'], path: string, body: object = {}): { command: Command; finished: Promise<void> } {
    const command: Command = { order, sentAt: monotonic(), run: this.restarts.current.number };
    const finished = this.send('PUT', path, { state: order, ...body }).then((answer) => {
      command.settledAt = monotonic();
      if (answer && !isTimeout(answer)) command.status = answer.status;
    });
    return { command, finished };
  }
}
