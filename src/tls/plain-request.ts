import type { IncomingMessage } from 'node:http';
import type { BasePathRequest } from '../http/base-path.js';

type PlainRequest = Pick<IncomingMessage, 'headers'> & BasePathRequest;

const HTTPS_PORT = 443;

/**
 * The same place over HTTPS; undefined when the request does not say a usable host.
 * @param hostFor the host to lead to, for the one that was asked for
 */
export function secureLocation(
  { url = '/', basePath = '', headers }: PlainRequest,
  port: number,
  hostFor: (hostname: string) => string,
): string | undefined {
  // A proxy's form of request has the whole address in place of the path.
  const base = `http://${headers.host ?? ''}`;
  const whole = url.startsWith('/') ? `${base}${url}` : url;
  if (headers.host === undefined || !URL.canParse(base) || !URL.canParse(whole)) return undefined;
  const { hostname, protocol, pathname, search } = new URL(whole);
  if (!/^https?:$/.test(protocol)) return undefined;
  return `https://${hostFor(hostname)}${port === HTTPS_PORT ? '' : `:${port}`}${basePath}${pathname}${search}`;
}

/** True for a request that brings a password, a token or a session along. Pages only lead on, whatever they bring. */
export function carriesCredential({ url = '', headers }: PlainRequest): boolean {
  if (headers.authorization !== undefined || /^\/(api\/)?login\b/i.test(url)) return true;
  return /^\/(api|metrics|cmd\.cgi|status\.xml)\b/i.test(url) && /(^|;)\s*SPID=/.test(headers.cookie ?? '');
}

/** What watches the controller asks over HTTP and brings nothing. */
export const isHealthProbe = ({ url = '', headers }: PlainRequest): boolean =>
  /^\/health(\/live)?(\?|$)/.test(url) && headers.authorization === undefined && headers.cookie === undefined;
