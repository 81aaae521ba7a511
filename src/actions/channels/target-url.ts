import { isIP } from 'node:net';

const MAX_LENGTH = 2048;

/** Ports of other protocols, which an HTTP request could be made to speak: the list of the Fetch standard. */
const BAD_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** A target of a request, or why it is none, as the end of "… is". */
export type ParsedUrl = { readonly url: URL } | { readonly wrong: string };

/** Reads an http or https URL; without a scheme it is taken for one of `scheme`. */
export function parseTargetUrl(text: string, scheme: 'http' | 'https' = 'http'): ParsedUrl {
  const given = text.trim();
  if (given.length > MAX_LENGTH) return { wrong: `longer than ${MAX_LENGTH} characters` };
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `${scheme}://${bracketed(given)}`;
  const url = URL.canParse(whole) ? new URL(whole) : undefined;
  if (!url || url.hostname === '') return { wrong: 'not a URL or address' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { wrong: 'not an http or https URL' };
  if (url.username + url.password !== '') return { wrong: 'a URL with a user name or password in it' };
  if (BAD_PORTS.has(portOf(url))) return { wrong: `a URL of port ${url.port}, which is not for HTTP` };
  return { url };
}

const bracketed = (text: string): string => (isIP(text) === 6 ? `[${text}]` : text);

export const portOf = ({ port, protocol }: URL): number =>
  port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);

/** The host without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');
