import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailServerOptions {
  /** Key and certificate; without them the server offers no TLS. */
  readonly credentials?: { readonly key: string; readonly cert: string };
  /** The required user name and password. */
  readonly login?: { readonly user: string; readonly pass: string };
  /** TLS from the start. */
  readonly implicit?: boolean;
  /** Refuses each mail with this status. */
  readonly refusing?: number;
}

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly secure: boolean;
  readonly user: string | undefined;
  readonly raw: string;
}

/** An SMTP server on the loopback that stores its mails. */
export class MailServer {
  readonly received: Received[] = [];
  readonly #server: SMTPServer;

  private constructor({ credentials, login, implicit = false, refusing }: MailServerOptions) {
    this.#server = new SMTPServer({
      secure: implicit,
      ...credentials,
      authOptional: !login,
      disabledCommands: [...(credentials && !implicit ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
      logger: false,
      onAuth: ({ username, password }, _, done) =>
        username === login?.user && password === login?.pass
          ? done(null, { user: username })
          : done(Object.assign(new Error('Invalid user name or password'), { responseCode: 535 })),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          if (refusing !== undefined) {
            done(Object.assign(new Error('Not wanted'), { responseCode: refusing }));
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            from: mailFrom ? mailFrom.address : '',
            to: rcptTo.map(({ address }) => address),
            secure: session.secure,
            user: session.user === undefined ? undefined : String(session.user),
            raw: Buffer.concat(chunks).toString(),
          });
          done(null, 'Taken');
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** The newest mail, parsed. */
  newest(): Promise<Email> {
    const raw = this.received.at(-1)?.raw;
    if (raw === undefined) throw new Error('No mail has come.');
    return PostalMime.parse(raw);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
