import type { IncomingMessage } from 'node:http';
import type { BasePathRequest } from '../http/base-path.js';

type PlainRequest = Pick<IncomingMessage, 'headers'> & BasePathRequest;

const HTTPS_PORT = 443;

/**
 * The same URL over HTTPS; undefined when the request has no usable host.
 * @param hostFor returns the host of the redirect for the requested one
 */
export function secureLocation(
  { url = '/', basePath = '', headers }: PlainRequest,
  port: number,
  hostFor: (hostname: string) => string,
): string | undefined {
  // A request to a proxy has an absolute URL in place of the path.
  const base = `http://${headers.host ?? ''}`;
  const whole = url.startsWith('/') ? `${base}${url}` : url;
  if (headers.host === undefined || !URL.canParse(base) || !URL.canParse(whole)) return undefined;
  const { hostname, protocol, pathname, search } = new URL(whole);
  if (!/^https?:$/.test(protocol)) return undefined;
  return `https://${hostFor(hostname)}${port === HTTPS_PORT ? '' : `:${port}`}${basePath}${pathname}${search}`;
}

/** True for a request with a password, a token or a session. Requests for pages are always redirected. */
export function carriesCredential({ url = '', headers }: PlainRequest): boolean {
  if (headers.authorization !== undefined || /^\/(api\/)?login\b/i.test(url)) return true;
  return /^\/(api|metrics|cmd\.cgi|status\.xml)\b/i.test(url) && /(^|;)\s*SPID=/.test(headers.cookie ?? '');
}

/** True for a health check of a monitoring system, which sends no credential. */
export const isHealthProbe = ({ url = '', headers }: PlainRequest): boolean =>
  /^\/health(\/live)?(\?|$)/.test(url) && headers.authorization === undefined && headers.cookie === undefined;
