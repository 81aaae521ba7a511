import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { isSigningSecret } from './message-signature.js';
import { isNetwork } from './networks.js';
import { NAME, NOT_BLANK, textThat, type ValueKind } from './values.js';

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

/** The entries of a list with commas or spaces between them. */
export const entriesIn = (text: string): string[] => text.split(/[\s,]+/).filter((entry) => entry !== '');

/** Largest number of networks in a list, which is searched at each connection. */
export const MAX_NETWORKS = 32;

function areNetworks(text: string): boolean {
  const entries = entriesIn(text);
  return entries.length <= MAX_NETWORKS && entries.every(isNetwork);
}

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

const MAX_WEB_ADDRESS = 1000;
/** The characters of RFC 3986 only: the text stays as it was written, and pages show it as a link. */
const WEB_ADDRESS = /^https?:\/\/(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

/** True for the address of a page. One with a user name or a password would show these to all who view it. */
function isWebAddress(text: string): boolean {
  if (text.length > MAX_WEB_ADDRESS || !WEB_ADDRESS.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

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

function isPrivateKey(text: string): boolean {
  try {
    createPrivateKey(text);
    return true;
  } catch {
    return false;
  }
}

/** True for the beginning of MQTT topics: what is published below it has no wildcard and no empty level. */
const isTopicPrefix = (text: string): boolean => !/[#+]|\/\/|^[/$]|\/$/.test(text);

/** Hours east of Greenwich in the product family's form: "GMT+8", "UTC-3". */
const OFFSET = /^(?:GMT|UTC)([+-])(\d{1,2})$/i;

/**
 * The IANA zone of a `timezone` setting, or undefined for an invalid one. "GMT+8" is the zone eight hours east; its
 * IANA name has the opposite sign.
 */
export function ianaZone(timezone: string): string | undefined {
  const [, sign, hours] = OFFSET.exec(timezone) ?? [];
  return zone(hours === undefined ? timezone : `Etc/GMT${sign === '+' ? '-' : '+'}${Number(hours)}`);
}

function zone(name: string): string | undefined {
  if (name === 'UTC') return name; // the zone of most racks needs no calendar data
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const MAX_NEIGHBOURS = 20;

/** Another PDU, with the address of its pages. */
export interface Neighbour {
  readonly name: string;
  readonly url: string;
}

/** The neighbours of a text with a line for each: `name = https://address/`. Undefined if one of the lines is wrong. */
export function neighboursIn(text: string): Neighbour[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const read = lines.flatMap((line) => {
    const [, name = '', url = ''] = /^(.+?)\s*=\s*(\S+)$/.exec(line) ?? [];
    const address = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
    return address?.username === '' && 'value' in NAME(name) ? [{ name, url: address.href }] : [];
  });
  return read.length === lines.length && lines.length <= MAX_NEIGHBOURS ? read : undefined;
}

/** The kinds of text that settings and parameters can require. */
export const FORMATS = {
  host: textThat(isHost, 'a host name or an IP address'),
  hostName: textThat(isHostName, 'a host name'),
  hostAndPort: textThat(
    (text) => hostAndPort(text) !== undefined,
    'a host name or an IP address, with :port or without',
  ),
  hosts: textThat(
    (text) => entriesIn(text).every(isHost),
    'host names or IP addresses with commas between them, without ports',
  ),
  ipAddress: textThat((text) => isIP(text) > 0, 'an IP address'),
  networks: textThat(
    areNetworks,
    `at most ${MAX_NETWORKS} IP addresses or networks such as 10.0.0.0/8, with commas between them`,
  ),
  subnetMask: textThat(isSubnetMask, 'a subnet mask such as 255.255.255.0'),
  mailAddress: textThat(isMailAddress, 'an e-mail address'),
  webAddress: textThat(
    isWebAddress,
    `an address of up to ${MAX_WEB_ADDRESS} characters that begins with http:// or https://, without user name and password`,
  ),
  timezone: textThat((text) => ianaZone(text) !== undefined, 'a time zone such as Europe/Berlin or GMT+8'),
  word: textThat((text) => /^[a-z0-9_-]+$/i.test(text), 'one word of letters, digits, "_" and "-"'),
  nutName: textThat((text) => /^[a-z0-9_.-]+$/i.test(text), 'letters, digits, "_", "." and "-" only'),
  neighbours: textThat(
    (text) => neighboursIn(text) !== undefined,
    `at most ${MAX_NEIGHBOURS} lines such as "PDU B = https://192.0.2.8/"`,
  ),
  signingSecret: textThat(isSigningSecret, '"whsec_" and the base64 of 24 to 64 bytes'),
  certificates: textThat(isCertificates, 'one or more certificates in PEM form'),
  privateKey: textThat(isPrivateKey, 'a private key in PEM form without a passphrase'),
  topicPrefix: textThat(
    isTopicPrefix,
    'the beginning of a topic without "#" and "+", without an empty level, and not beginning with "$"',
  ),
  notBlank: NOT_BLANK,
  entryId: textThat((text) => /^[1-9]\d{0,8}$/.test(text), 'an id, which is a whole number'),
} as const satisfies Record<string, ValueKind<string>>;

export type FormatName = keyof typeof FORMATS;
