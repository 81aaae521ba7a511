import type { Command } from './errand.js';
import { monotonic, type Lives } from './lives.js';

export interface Answer {
  readonly status: number;
  readonly token: string;
  readonly body: unknown;
}

/** A client of the controller that takes it as it comes: no answer is an answer too. */
export class Client {
  /** The session, or the access token when it begins with "Bearer". */
  credential = '';

  constructor(private readonly lives: Lives) {}

  /** The answer, or undefined when the controller died first. */
  async send(method: string, path: string, body?: object, credential = this.credential): Promise<Answer | undefined> {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (credential.startsWith('Bearer')) headers['authorization'] = credential;
    else if (credential) headers['cookie'] = `SPID=${credential}`;
    try {
      const response = await fetch(this.lives.url + path, {
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

  /** The body of an answer that must be 200. */
  async get<T>(path: string, credential?: string): Promise<T> {
    const answer = await this.send('GET', path, undefined, credential);
    if (answer?.status !== 200) throw new Error(`GET ${path} answered ${answer?.status}`);
    return answer.body as T;
  }

  /** Sends a command; what becomes of it is noted in the answer, which settles in any case. */
  order(order: Command['order'], path: string, body: object = {}): { command: Command; settled: Promise<void> } {
    const command: Command = { order, sentAt: monotonic(), life: this.lives.current.number };
    const settled = this.send('PUT', path, { state: order, ...body }).then((answer) => {
      command.settledAt = monotonic();
      if (answer) command.status = answer.status;
    });
    return { command, settled };
  }
}
