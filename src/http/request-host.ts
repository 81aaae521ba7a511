import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The host name that a request names, as in a URL; empty for one that is none. HTTP/1.0 may omit it; no browser does. */
export function hostIn({ headers: { host } }: IncomingMessage): string | undefined {
  if (host === undefined) return undefined;
  const [, name = ''] = /^(\[[^\]]*\]|[^:@/\s]*)(?::\d*)?$/.exec(host) ?? [];
  return name.toLowerCase().replace(/\.$/, '');
}

/** True for an address, IPv6 in brackets or without: no page can have it as its own name (DNS rebinding). */
export const isAddress = (hostname: string): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
