import type { IncomingHttpHeaders } from 'node:http';

/**
 * True when a browser reports that a page of another site sent the request. Other programs send neither header and
 * pass. Content-Type is no defence here: bodies are read as JSON whatever it is.
 */
export function isCrossSite(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const { origin, host } = headers;
  return origin !== undefined && !isSameHost(origin, host);
}

/**
 * The same check for a GET that changes something. It has no Origin, and over plain HTTP no Sec-Fetch-Site either, so a
 * browser has to show by its Referer that one of our own pages sent it.
 */
export const isCrossSiteGet = (headers: IncomingHttpHeaders): boolean =>
  isCrossSite(headers) || (isSilentBrowser(headers) && !isSameHost(headers.referer ?? '', headers.host));

/**
 * Every browser calls itself Mozilla and names languages; programs that do one of the two (PowerShell) do not do the
 * other.
 */
const isSilentBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === undefined &&
  headers.origin === undefined &&
  headers['accept-language'] !== undefined &&
  headers['user-agent']?.startsWith('Mozilla/') === true;

/**
 * True for a browser, as far as the headers show: a request of a tool has no Origin, no cookie and no Sec-Fetch header.
 * Over plain HTTP our own pages send none of them either before the sign-in.
 */
export const isFromBrowser = (headers: IncomingHttpHeaders): boolean =>
  headers.origin !== undefined ||
  headers.cookie !== undefined ||
  Object.keys(headers).some((name) => name.startsWith('sec-fetch-')) ||
  isSilentBrowser(headers);

/** Compares host and port; the scheme's default port may be present or left out on either side. "null" is no origin. */
function isSameHost(origin: string, host: string | undefined): boolean {
  const from = URL.canParse(origin) ? new URL(origin) : undefined;
  if (!from || host === undefined || !/^https?:$/.test(from.protocol)) return false;
  const here = `${from.protocol}//${host}`;
  return URL.canParse(here) && new URL(here).host === from.host;
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** True for a method that may change something. */
export const changesState = (method: string | undefined): boolean => !SAFE.has(method ?? '');
