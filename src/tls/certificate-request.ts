import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import type { OwnNames } from './own-names.js';

/** The content of a certificate signing request. */
export interface CertificateRequest {
  readonly commonName: string;
  readonly organization?: string | undefined;
  readonly organizationalUnit?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  /** Two letters. */
  readonly country?: string | undefined;
  readonly email?: string | undefined;
  /** The names for which the certificate is to be valid. */
  readonly names: OwnNames;
  readonly keyType: 'ec' | 'rsa';
}

/** A request and the key that it was made with, as PEM. */
export interface SignedRequest {
  readonly request: string;
  readonly key: string;
}

const TAG = { integer: 0x02, bits: 0x03, octets: 0x04, oid: 0x06, utf8: 0x0c, printable: 0x13, ia5: 0x16 } as const;
const SEQUENCE = 0x30;
const SET = 0x31;

/** The parts of a subject in the order in which they stand, with the numbers of their types and their kind of text. */
const SUBJECT = [
  ['country', '2.5.4.6', TAG.printable],
  ['state', '2.5.4.8', TAG.utf8],
  ['city', '2.5.4.7', TAG.utf8],
  ['organization', '2.5.4.10', TAG.utf8],
  ['organizationalUnit', '2.5.4.11', TAG.utf8],
  ['commonName', '2.5.4.3', TAG.utf8],
  ['email', '1.2.840.113549.1.9.1', TAG.ia5],
] as const;

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const SUBJECT_ALT_NAME = '2.5.29.17';
const SIGNATURES = { ec: '1.2.840.10045.4.3.2', rsa: '1.2.840.113549.1.1.11' } as const;

/** Makes a new key and a request for its certificate (PKCS #10, RFC 2986). An RSA key takes a few hundred milliseconds. */
export function makeCertificateRequest(wanted: CertificateRequest): SignedRequest {
  const { privateKey } =
    wanted.keyType === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { request: requestOf(wanted, privateKey), key: pkcs8(privateKey) };
}

/** A request for a certificate of a key that is there already, as PEM; the key must be of the wanted type. */
export const requestFor = (wanted: CertificateRequest, key: string): string => requestOf(wanted, createPrivateKey(key));

function requestOf(wanted: CertificateRequest, privateKey: KeyObject): string {
  const info = sequence(
    der(TAG.integer, Buffer.from([0])),
    subjectOf(wanted),
    createPublicKey(privateKey).export({ type: 'spki', format: 'der' }),
    der(0xa0, attribute(EXTENSION_REQUEST, sequence(namesExtension(wanted.names)))),
  );
  const bytes = sequence(info, algorithmOf(wanted.keyType), bitString(sign('sha256', info, privateKey)));
  return pemOf(bytes);
}

const pkcs8 = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();

const subjectOf = (wanted: CertificateRequest): Buffer =>
  sequence(
    ...SUBJECT.flatMap(([name, type, kind]) => {
      const value = wanted[name];
      if (value === undefined || value === '') return [];
      return [der(SET, sequence(oid(type), der(kind, Buffer.from(value, 'utf8'))))];
    }),
  );

function namesExtension({ hosts, addresses }: OwnNames): Buffer {
  const names = [
    ...hosts.map((host) => der(0x82, Buffer.from(host, 'ascii'))),
    ...addresses.map((address) => der(0x87, addressBytes(address))),
  ];
  return sequence(oid(SUBJECT_ALT_NAME), der(TAG.octets, sequence(...names)));
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

const algorithmOf = (keyType: 'ec' | 'rsa'): Buffer =>
  keyType === 'ec' ? sequence(oid(SIGNATURES.ec)) : sequence(oid(SIGNATURES.rsa), der(0x05, Buffer.alloc(0)));

const attribute = (type: string, value: Buffer): Buffer => sequence(oid(type), der(SET, value));

const bitString = (bytes: Buffer): Buffer => der(TAG.bits, Buffer.concat([Buffer.from([0]), bytes]));

const sequence = (...parts: readonly Buffer[]): Buffer => der(SEQUENCE, Buffer.concat(parts));

/** A value with its tag and length (DER). */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest >>= 8) bytes.unshift(rest & 255);
  return Buffer.concat([Buffer.from([tag, 128 | bytes.length, ...bytes]), content]);
}

/** The number of a type, such as 2.5.4.3. */
function oid(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const part of others) {
    const septets = [part & 127];
    for (let rest = Math.floor(part / 128); rest > 0; rest = Math.floor(rest / 128))
      septets.unshift((rest & 127) | 128);
    bytes.push(...septets);
  }
  return der(TAG.oid, Buffer.from(bytes));
}

function pemOf(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n');
}
