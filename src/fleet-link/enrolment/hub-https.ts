import { request } from 'node:https';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { createHash, X509Certificate } from 'node:crypto';
import type { Millis } from '../../common/clock.js';
import type { NameResolver } from '../../common/name-resolver.js';
import { within } from '../../common/time-limit.js';
import type { HubAddress } from '../../config/runtime-config.js';
import { LinkProblem } from '../link-problem.js';

const LIMIT: Millis = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** A hub has an authority and its own certificate; nothing longer is followed. */
const MAX_CHAIN = 5;

/** A question to the HTTPS side of the fleet port. */
export interface HubQuestion {
  readonly path: '/api/fleet/enrol' | '/api/fleet/renew';
  readonly body: Readonly<Record<string, string>>;
  /** The authority of the hub, as PEM; the certificate of the hub must be issued by it, for the name that is asked. */
  readonly authority: string;
  /** Key and certificate of this PDU, as PEM. */
  readonly credential?: { readonly key: string; readonly certificate: string };
}

export interface HubAnswer {
  readonly status: number;
  /** The parsed JSON; undefined for anything else. */
  readonly body: unknown;
}

/** Speaks HTTPS with one hub. */
export class HubHttps {
  readonly #socket;

  constructor({ host, port }: HubAddress, resolver: NameResolver) {
    this.#socket = {
      host,
      port,
      lookup: resolver.lookup((addresses) => addresses),
      ...(isIP(host) === 0 && { servername: host }),
      ALPNProtocols: ['http/1.1'],
      minVersion: 'TLSv1.2' as const,
    };
  }

  /**
   * The certificate, as PEM, among those that the hub shows whose SHA-256 is this one, in base64url. Nothing is sent to the
   * hub: whether it has the key of that authority is checked when it is asked something.
   */
  async authority(hash: string): Promise<string> {
    // The chain is not checked here, because nothing is known of the hub but this hash.
    const socket = connect({ ...this.#socket, rejectUnauthorized: false });
    try {
      const shown = new Promise<X509Certificate[]>((resolve, reject) => {
        socket.once('secureConnect', () => resolve(chainOf(socket.getPeerX509Certificate())));
        socket.once('close', () => reject(new Error('the connection was closed')));
        socket.on('error', reject);
      });
      const found = (await within(LIMIT, shown, 'no answer in time')).find((each) => sha256(each.raw) === hash);
      if (!found) {
        throw new LinkProblem(
          'The token is not of the hub that answers: check RACKFEED_HUB, or take a new token if the hub was set up again.',
        );
      }
      return found.toString();
    } finally {
      socket.destroy();
    }
  }

  /** Rejects when the hub cannot be reached, or is not the one of the authority. */
  async ask({ path, body, authority, credential }: HubQuestion): Promise<HubAnswer> {
    const payload = JSON.stringify(body);
    const answer = new Promise<HubAnswer>((resolve, reject) => {
      const asked = request({
        ...this.#socket,
        ...(credential && { key: credential.key, cert: credential.certificate }),
        ca: authority,
        agent: false,
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) },
        signal: AbortSignal.timeout(LIMIT),
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > MAX_ANSWER_BYTES) asked.destroy(new Error('its answer is too long'));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: jsonOf(Buffer.concat(parts)) }));
      });
      asked.end(payload);
    });
    return within(LIMIT + 1000, answer, 'no answer in time');
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url');

/** A certificate and those that its server has shown with it. */
function chainOf(leaf: X509Certificate | undefined): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let each = leaf; each && chain.length < MAX_CHAIN; each = each.issuerCertificate) chain.push(each);
  return chain;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
