/** A client of the NUT protocol that speaks as Home Assistant's does: one line after another, ASCII, no unescaping. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as secure } from 'node:tls';
import { inTime } from '../time/time-limits.js';

export class NutClient {
  #stream: Duplex;
  #received = '';
  #isClosed = false;
  #waiting: (() => void)[] = [];

  private constructor(private readonly socket: Socket) {
    this.#stream = socket;
    this.#listen(socket);
  }

  static async connect(port: number): Promise<NutClient> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const client = new NutClient(socket);
    await inTime(once(socket, 'connect'), 'The connection to the NUT server');
    return client;
  }

  /** A client that has signed in; throws the answer if that is refused. */
  static async signedIn(port: number, name: string, password: string): Promise<NutClient> {
    const client = await NutClient.connect(port);
    for (const line of [`USERNAME "${name}"`, `PASSWORD "${password}"`]) {
      const answer = await client.ask(line);
      if (answer === 'OK') continue;
      client.close();
      throw new Error(answer);
    }
    return client;
  }

  /** Sends a line and returns the answer: one line, or all lines of a list. */
  async ask(line: string): Promise<string> {
    this.send(`${line}\n`);
    return this.answer();
  }

  /** The next answer that comes, without the LF at its end. */
  async answer(): Promise<string> {
    const first = await this.#until('\n');
    if (!first.startsWith('BEGIN LIST')) return first;
    const end = first.replace('BEGIN', 'END');
    return end === 'END LIST' ? first : `${first}\n${await this.#until(`${end}\n`)}${end}`;
  }

  send(text: string | Buffer): void {
    this.#stream.write(text);
  }

  /** The values of `LIST VAR`, as aionut splits its lines. */
  async variables(ups = 'pdu'): Promise<Record<string, string>> {
    const lines = (await this.ask(`LIST VAR ${ups}`)).split('\n');
    if (lines.length === 1) throw new Error(lines[0]);
    return Object.fromEntries(
      lines.slice(1, -1).map((line) => {
        const [, , name = '', ...value] = line.split(' ');
        return [name, value.join(' ').replace(/^"|"$/g, '')];
      }),
    );
  }

  /** The names of `LIST CMD`. */
  async commands(ups = 'pdu'): Promise<string[]> {
    const lines = (await this.ask(`LIST CMD ${ups}`)).split('\n').slice(1, -1);
    return lines.map((line) => line.split(' ')[2] ?? '');
  }

  /** STARTTLS; resolves when the connection is encrypted. */
  async startTls(): Promise<void> {
    const answer = await this.ask('STARTTLS');
    if (answer !== 'OK STARTTLS') throw new Error(answer);
    this.socket.removeAllListeners('data');
    const encrypted = secure({ socket: this.socket, rejectUnauthorized: false });
    this.#stream = encrypted;
    this.#listen(encrypted);
    await inTime(once(encrypted, 'secureConnect'), 'The TLS handshake of the NUT server');
  }

  /** Resolves when the server has closed the connection, with what it had sent before and nobody has asked for. */
  async closed(): Promise<string> {
    while (!this.#isClosed) await this.#news('The end of the connection to the NUT server');
    return this.#received;
  }

  close(): void {
    this.socket.destroy();
  }

  #listen(stream: Duplex): void {
    stream.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
      this.#wake();
    });
    stream.on('error', () => undefined);
    stream.on('close', () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  /** Resolves when something has come, or the connection is closed. */
  #news(what: string): Promise<void> {
    return inTime(new Promise((resolve) => this.#waiting.push(resolve)), what);
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The text up to `end`, without it. */
  async #until(end: string): Promise<string> {
    for (;;) {
      const at = this.#received.indexOf(end);
      if (at >= 0) {
        const text = this.#received.slice(0, at);
        this.#received = this.#received.slice(at + end.length);
        return text;
      }
      if (this.#isClosed) throw new Error(`The connection was closed after ${JSON.stringify(this.#received)}.`);
      await this.#news(
        `${JSON.stringify(end)} after ${JSON.stringify(this.#received.slice(-100))} from the NUT server`,
      );
    }
  }
}
