import { X509Certificate } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { ianaZone } from './timezone.js';

/** A format that a text setting can require. */
export interface Format {
  readonly holds: (text: string) => boolean;
  /** Ends the sentence "… must be". */
  readonly says: string;
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

/** True for a host name (RFC 1123) that cannot be a mistyped address. */
const isHostName = (text: string): boolean =>
  text.length <= 253 && !/^[\d.]+$/.test(text) && text.split('.').every((label) => LABEL.test(label));

const isHost = (text: string): boolean => isIP(text) > 0 || isHostName(text);

/** Splits `host`, `host:port`, an IPv6 address, or `[IPv6]:port`; undefined when it is none of them. */
export function hostAndPort(text: string): { host: string; port: number | undefined } | undefined {
  if (text === '') return undefined;
  if (isHost(text)) return { host: text, port: undefined };
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? '';
  const port = digits === undefined ? undefined : Number(digits);
  const known = bracketed === undefined ? isHost(host) : isIP(host) === 6;
  return known && (port === undefined || (port >= 1 && port <= 65535)) ? { host, port } : undefined;
}

/** The hosts of a list with commas or spaces between them. */
export const hostsIn = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== '');

function isSubnetMask(text: string): boolean {
  if (!isIPv4(text)) return false;
  const bits = text
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('');
  return /^1+0*$/.test(bits);
}

/** True for text with one `@` and something on both sides; only the mail server knows if the mailbox exists. */
const isMailAddress = (text: string): boolean => {
  const at = text.lastIndexOf('@');
  return at > 0 && !/[\s<>(),;:"]/.test(text) && isHost(text.slice(at + 1)) && !text.slice(0, at).includes('@');
};

const PEM_BLOCK = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

function isCertificates(text: string): boolean {
  const blocks = text.match(PEM_BLOCK) ?? [];
  if (blocks.length === 0 || text.replace(PEM_BLOCK, '').trim() !== '') return false;
  try {
    for (const pem of blocks) new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

export const FORMATS = {
  host: { holds: isHost, says: 'a host name or an IP address' },
  hostName: { holds: isHostName, says: 'a host name' },
  hostAndPort: {
    holds: (text) => hostAndPort(text) !== undefined,
    says: 'a host name or an IP address, with :port or without',
  },
  hosts: {
    holds: (text) => hostsIn(text).every(isHost),
    says: 'host names or IP addresses with commas between them, without ports',
  },
  ipAddress: { holds: (text) => isIP(text) > 0, says: 'an IP address' },
  subnetMask: { holds: isSubnetMask, says: 'a subnet mask such as 255.255.255.0' },
  mailAddress: { holds: isMailAddress, says: 'an e-mail address' },
  timezone: { holds: (text) => ianaZone(text) !== undefined, says: 'a time zone such as Europe/Berlin or GMT+8' },
  word: { holds: (text) => /^[a-z0-9_-]+$/i.test(text), says: 'one word of letters, digits, "_" and "-"' },
  certificates: { holds: isCertificates, says: 'one or more certificates in PEM form' },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;
