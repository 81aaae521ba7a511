import type { TLSSocket } from 'node:tls';
import type { buildConnector, Client } from 'undici';
import { VERSION } from '../../common/version.js';
import type { OutboundTarget } from '../../outbound/outbound-policy.service.js';
import { codeOf, reasonOf } from '../../outbound/delivery.js';

const CONNECT_TIMEOUT_MS = 3000;
/** Time limit for the body of an answer whose status is known. */
const READ_TIMEOUT_MS = 2000;
const MAX_READ_BYTES = 64 * 1024;

export interface HttpMessage {
  readonly method: 'POST' | 'PUT';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, sent as it is. */
  readonly body: string;
}

/** The proof of identity of the server of an https URL: an authority, or the decision of `accepts`. */
export interface ServerVerification {
  readonly authorities?: string | undefined;
  /** Checks a connection before anything is sent; resolves with what is wrong with it. */
  readonly accepts?: (socket: TLSSocket) => Promise<string | undefined>;
}

export type HttpResult =
  | {
      readonly answered: true;
      readonly status: number;
      /** The header of that name. */
      readonly retryAfter: string | undefined;
      /** Read only of a refusal; cut. */
      readonly text: string;
    }
  | { readonly answered: false; readonly reason: string; readonly code?: string | undefined };

/** One request to one checked address, over a connection of its own. Redirects are not followed, nothing is repeated. */
export class HttpExchange {
  #hasConnected = false;

  constructor(
    private readonly target: OutboundTarget,
    private readonly proof: ServerVerification = {},
  ) {}

  /** While false, the other side has not got a byte of the request. */
  get hasConnected(): boolean {
    return this.#hasConnected;
  }

  async send({ method, url, headers, body: sent }: HttpMessage, signal: AbortSignal): Promise<HttpResult> {
    const client = await this.#clientFor(url.origin);
    try {
      const {
        statusCode,
        headers: answered,
        body,
      } = await client.request({
        method,
        path: url.pathname + url.search,
        headers: { 'Content-Type': 'application/json', 'User-Agent': `Rackfeed/${VERSION}`, ...headers },
        body: sent,
        idempotent: false,
        signal,
      });
      const isRefusal = statusCode >= 300;
      const retryAfter = [answered['retry-after']].flat()[0];
      return { answered: true, status: statusCode, retryAfter, text: isRefusal ? await readStart(body) : '' };
    } catch (error) {
      return { answered: false, reason: reasonOf(error), code: codeOf(error) };
    } finally {
      void client.destroy();
    }
  }

  /** The library is loaded by the first request: many controllers never send one. */
  async #clientFor(origin: string): Promise<Client> {
    const undici = await import('undici');
    const connect = this.#connector(undici.buildConnector);
    return new undici.Client(origin, { connect, pipelining: 1, maxHeaderSize: 16 * 1024 });
  }

  #connector(build: typeof buildConnector): buildConnector.connector {
    const connect = build({
      timeout: CONNECT_TIMEOUT_MS,
      ...(this.proof.accepts && { rejectUnauthorized: false }),
      ...(this.proof.authorities !== undefined && { ca: this.proof.authorities }),
    });
    return (options, callback) => {
      connect({ ...options, hostname: this.target.address }, (...[error, socket]: Parameters<typeof callback>) => {
        if (error) {
          callback(error, null);
          return;
        }
        void this.#problemOf(socket).then((problem) => {
          if (problem !== undefined) {
            socket.destroy();
            callback(new Error(problem), null);
            return;
          }
          this.#hasConnected = true;
          callback(null, socket);
        });
      });
    };
  }

  async #problemOf(socket: TLSSocket | object): Promise<string | undefined> {
    if (!this.proof.accepts || !('encrypted' in socket)) return undefined;
    try {
      return await this.proof.accepts(socket);
    } catch (error) {
      return reasonOf(error);
    }
  }
}

/** The first 64 KiB of an answer, or what came of them in 2 s. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> {
  const timer = setTimeout(() => body.destroy(), READ_TIMEOUT_MS);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= MAX_READ_BYTES) break;
    }
  } catch {
    // The part that has arrived is enough: the status is known.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, MAX_READ_BYTES);
}
