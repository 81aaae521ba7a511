import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { peerAddress, type ForwardedRequest } from '../common/access.js';
import { Networks } from '../common/networks.js';

/** A host name or an address, with a port or without, as it may stand in `Host`. */
const HOST = /^([a-z0-9]([a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The reverse proxies whose `X-Forwarded-For`, `-Proto` and `-Host` are used. From all other senders these headers are
 * ignored: they could choose the address under which they are counted.
 */
export class TrustedProxies {
  readonly #proxies: Networks;

  /** @param entries addresses and networks (`192.0.2.7`, `10.0.0.0/8`) */
  constructor(entries: readonly string[]) {
    this.#proxies = new Networks(entries);
  }

  has(address: string): boolean {
    return this.#proxies.includes(address);
  }

  /** Sets on the request what a trusted proxy reports of its sender; malformed values are ignored. */
  apply(request: IncomingMessage & ForwardedRequest): void {
    if (this.#proxies.isEmpty || !this.has(peerAddress(request))) return;
    const hops = listOf(request.headers['x-forwarded-for']).map(withoutPort).reverse();
    const { address, depth } = this.#senderOf(hops);
    const at = (header: 'x-forwarded-proto' | 'x-forwarded-host'): string => {
      const values = listOf(request.headers[header]).reverse();
      return values[Math.min(depth, values.length - 1)] ?? '';
    };
    const protocol = at('x-forwarded-proto').toLowerCase();
    request.forwarded = {
      ...(address !== undefined && { address }),
      ...(/^(https|wss)$/.test(protocol) && { isSecure: true }),
      ...(/^(http|ws)$/.test(protocol) && { isSecure: false }),
    };
    const host = at('x-forwarded-host');
    if (HOST.test(host)) request.headers.host = host;
  }

  /** The nearest hop that is not a trusted proxy, else the farthest. Hops beyond a malformed one are ignored. */
  #senderOf(hops: readonly string[]): { address: string | undefined; depth: number } {
    let address: string | undefined;
    for (const [depth, hop] of hops.entries()) {
      if (isIP(hop) === 0) return { address, depth: Math.max(0, depth - 1) };
      address = hop.replace(/^::ffff:(?=\d+\.)/i, '');
      if (!this.has(address)) return { address, depth };
    }
    return { address, depth: Math.max(0, hops.length - 1) };
  }
}

const listOf = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((value) => value.trim());

/** Some proxies append the port: `192.0.2.7:51234`, `[2001:db8::7]:51234`. */
const withoutPort = (hop: string): string =>
  /^\[([^\]]+)\](:\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
