/**
 * Certificates for tests, generated when needed: no private key is in the repository, and none expires.
 * Just enough DER for an authority and a server of it (P-256, SHA-256, valid from 2020 to 2099 or to another day).
 */
import { createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const long =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...long]), body]);
};
const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const octets = (...parts: Uint8Array[]): Buffer => der(0x04, ...parts);
const bits = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes);

const ECDSA_WITH_SHA256 = sequence(hex('06082a8648ce3d040302'));
const COMMON_NAME = hex('0603550403');
const SUBJECT_ALT_NAME = hex('0603551d11');
const BASIC_CONSTRAINTS = hex('0603551d13');
const TRUE = hex('0101ff');
const FAR_END = new Date('2099-12-31T23:59:59Z');
const generalizedTime = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().slice(0, 19).replace(/\D/g, '')}Z`));
const validUntil = (end: Date): Buffer => sequence(der(0x17, Buffer.from('200101000000Z')), generalizedTime(end));

const named = (name: string): Buffer => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;

let serial = 1;

function certificate(
  subject: string,
  key: KeyObject,
  issuer: string,
  signer: KeyObject,
  extension: Buffer,
  end: Date = FAR_END,
): string {
  const body = sequence(
    der(0xa0, hex('020102')),
    der(0x02, Buffer.from([serial++])),
    ECDSA_WITH_SHA256,
    named(issuer),
    validUntil(end),
    named(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  return pem(sequence(body, ECDSA_WITH_SHA256, bits(sign('sha256', body, signer))));
}

/** A private certificate authority. */
export class Authority {
  readonly #key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #name = `Test authority ${serial}`;
  readonly certificate = certificate(
    this.#name,
    this.#key.publicKey,
    this.#name,
    this.#key.privateKey,
    sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE))),
  );

  /** Key and certificate of a server, for `tls.createServer`. Names and IPv4 addresses it may be reached by. */
  server(...names: string[]): { key: string; cert: string } {
    return this.serverUntil(FAR_END, ...names);
  }

  /** The same with an end of its own. */
  serverUntil(end: Date, ...names: string[]): { key: string; cert: string } {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      cert: this.#certificateOf(publicKey, end, names),
    };
  }

  /** The certificate that a signing request (PEM) asks for, with these names. */
  signed(request: string, ...names: string[]): string {
    return this.#certificateOf(publicKeyOf(request), FAR_END, names);
  }

  #certificateOf(publicKey: KeyObject, end: Date, names: readonly string[]): string {
    const entries = names.map((name) =>
      /^[\d.]+$/.test(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name)),
    );
    const extension = sequence(SUBJECT_ALT_NAME, octets(sequence(...entries)));
    return certificate(names[0] ?? '', publicKey, this.#name, this.#key.privateKey, extension, end);
  }
}

/** The public key in a signing request: the third element of its body. */
function publicKeyOf(request: string): KeyObject {
  const bytes = Buffer.from(request.replace(/-----[^-]+-----/g, ''), 'base64');
  const [outer] = elementsIn(bytes);
  const [body] = elementsIn((outer as Element).content);
  const [, , key] = elementsIn((body as Element).content);
  return createPublicKey({ key: (key as Element).all, format: 'der', type: 'spki' });
}

interface Element {
  readonly all: Buffer;
  readonly content: Buffer;
}

/** The elements of some DER, one after another. */
function elementsIn(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1] as number;
    const more = first < 0x80 ? 0 : first & 0x7f;
    const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
    const from = at + 2 + more;
    found.push({ all: bytes.subarray(at, from + length), content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return found;
}

export const A_CERTIFICATE = new Authority().certificate;
