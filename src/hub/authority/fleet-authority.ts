import { createHash, createPrivateKey, createPublicKey, KeyObject, randomBytes, webcrypto } from 'node:crypto';
import type * as X509 from '@peculiar/x509';
import type { Millis } from '../../common/clock.js';
import { isPduId } from '../../fleet-wire/topics.js';
import type { Certificate } from '../../tls/certificate.js';
import type { OwnNames } from '../../tls/own-names.js';

const DAY: Millis = 24 * 60 * 60 * 1000;
/** A PDU asks for the next certificate when two thirds of this are over. */
export const PDU_VALIDITY: Millis = 90 * DAY;
const AUTHORITY_VALIDITY: Millis = 20 * 365 * DAY;
const SERVER_VALIDITY: Millis = 825 * DAY;
/** The clock of a PDU may be behind. */
const BEFORE: Millis = DAY;
const EC_P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SIGNING = { name: 'ECDSA', hash: 'SHA-256' } as const;
const MAX_REQUEST_LENGTH = 16 * 1024;

/** The request for a certificate cannot be granted; the message says why, without a full stop. */
export class RequestError extends Error {}

/** A key for which a certificate is requested. */
export interface RequestedKey {
  readonly key: X509.PublicKey;
  /** SHA-256 of the key, hexadecimal digits. */
  readonly hash: string;
}

/**
 * The certificate authority of a fleet: issues the certificate of each PDU, whose name is the id of that PDU, and those of
 * the hub's own servers. Nothing else trusts it, and it trusts nothing else.
 */
export class FleetAuthority {
  private constructor(
    private readonly x509: typeof X509,
    private readonly own: X509.X509Certificate,
    private readonly signingKey: webcrypto.CryptoKey,
    /** Certificate and key, as PEM, for {@link FleetAuthority.open}. */
    readonly stored: Certificate,
  ) {}

  /** Makes a new authority. */
  static async create(now: Millis): Promise<FleetAuthority> {
    const x509 = await library();
    const keys = await makeKeys();
    const certificate = await x509.X509CertificateGenerator.createSelfSigned(
      {
        serialNumber: serialNumber(),
        name: 'CN=Rackfeed fleet',
        ...validity(now, AUTHORITY_VALIDITY),
        signingAlgorithm: SIGNING,
        keys,
        extensions: [
          new x509.BasicConstraintsExtension(true, 0, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
          await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        ],
      },
      webcrypto,
    );
    const stored = { chain: pemOf(certificate), key: await pemOfKey(keys.privateKey) };
    return new FleetAuthority(x509, certificate, keys.privateKey, stored);
  }

  /** Opens a stored one. Throws when it cannot be read. */
  static async open(stored: Certificate): Promise<FleetAuthority> {
    const x509 = await library();
    const bytes = createPrivateKey(stored.key).export({ type: 'pkcs8', format: 'der' });
    const key = await webcrypto.subtle.importKey('pkcs8', bytes, EC_P256, true, ['sign']);
    return new FleetAuthority(x509, new x509.X509Certificate(stored.chain), key, stored);
  }

  /** The certificate of the authority itself, as PEM. */
  get certificate(): string {
    return this.stored.chain;
  }

  /**
   * The certificate of a PDU for the key in its request (PEM, PKCS #10); whatever name the request has, the certificate
   * has that of the PDU. Throws {@link RequestError}.
   */
  async issue(request: string, pdu: string, now: Millis): Promise<string> {
    return this.issueFor(await this.read(request), pdu, now);
  }

  /** The same for a key that {@link read} has found in a request. */
  async issueFor({ key }: RequestedKey, pdu: string, now: Millis): Promise<string> {
    if (!isPduId(pdu)) throw new Error(`"${pdu}" is no id of a PDU.`);
    const { clientAuth } = this.x509.ExtendedKeyUsage;
    return this.#certify({
      ...{ name: pdu, publicKey: key, period: validity(now, PDU_VALIDITY), serialNumber: serialOf(pdu, now) },
      extensions: [new this.x509.ExtendedKeyUsageExtension([clientAuth])],
    });
  }

  /** Key and certificate of the hub, or of the bridge of a site, as a client of a broker. */
  async clientCertificate(name: string, now: Millis): Promise<Certificate> {
    return this.#ownCertificate(name, [this.x509.ExtendedKeyUsage.clientAuth], NO_NAMES, now);
  }

  /**
   * Key and certificate of a broker, for the names and addresses by which PDUs reach it.
   * @param name with which it connects to another broker, if it does
   */
  async brokerCertificate(name: string, names: OwnNames, now: Millis): Promise<Certificate> {
    const { serverAuth, clientAuth } = this.x509.ExtendedKeyUsage;
    return this.#ownCertificate(name, [serverAuth, clientAuth], names, now);
  }

  /** The certificate of a server of the hub, for the names and addresses by which PDUs reach it. */
  async serverCertificate(names: OwnNames, now: Millis): Promise<Certificate> {
    return this.#ownCertificate('Rackfeed hub', [this.x509.ExtendedKeyUsage.serverAuth], names, now);
  }

  /**
   * The list of certificates that are revoked, as PEM: all of these PDUs that have not ended, and those of an older list.
   * It stays valid as long as the authority, because a broker with a list that has ended refuses everybody.
   */
  async revocations(pdus: readonly string[], now: Millis, older?: string): Promise<string> {
    const { x509, own, signingKey } = this;
    const before = (older === undefined ? [] : new x509.X509Crl(bytesOfPem(older)).entries).filter(
      ({ revocationDate }) => revocationDate.getTime() > now - PDU_VALIDITY - 2 * DAY,
    );
    const entries = new Map(before.map(({ serialNumber, revocationDate }) => [serialNumber, revocationDate]));
    const today = dayOf(now);
    for (const pdu of pdus) {
      for (let day = today - PDU_VALIDITY / DAY - 1; day <= today + 1; day++) {
        const serialNumber = serialOf(pdu, day * DAY);
        if (!entries.has(serialNumber)) entries.set(serialNumber, new Date(now));
      }
    }
    const list = await x509.X509CrlGenerator.create(
      {
        ...{ issuer: own.subject, signingAlgorithm: SIGNING, signingKey },
        ...{ thisUpdate: new Date(now - BEFORE), nextUpdate: own.notAfter },
        entries: Array.from(entries, ([serialNumber, revocationDate]) => ({ serialNumber, revocationDate })),
      },
      webcrypto,
    );
    return crlPem(Buffer.from(list.rawData));
  }

  /** The key of a request, which the request proves to have. Throws {@link RequestError}. */
  async read(request: string): Promise<RequestedKey> {
    if (request.length > MAX_REQUEST_LENGTH) throw new RequestError('it is too long');
    try {
      const parsed = new this.x509.Pkcs10CertificateRequest(request);
      const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(parsed.publicKey.toString('pem'));
      if (asymmetricKeyType !== 'ec' || asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
        throw new RequestError('its key is not of the kind EC P-256');
      }
      if (!(await parsed.verify(webcrypto))) throw new RequestError('its signature is not that of its key');
      const hash = createHash('sha256').update(Buffer.from(parsed.publicKey.rawData)).digest('hex');
      return { key: parsed.publicKey, hash };
    } catch (error) {
      throw error instanceof RequestError ? error : new RequestError('it is no PKCS #10 request in PEM');
    }
  }

  async #ownCertificate(
    name: string,
    uses: readonly X509.ExtendedKeyUsageType[],
    { hosts, addresses }: OwnNames,
    now: Millis,
  ): Promise<Certificate> {
    const keys = await makeKeys();
    const publicKey = new this.x509.PublicKey(await webcrypto.subtle.exportKey('spki', keys.publicKey));
    const names = [
      ...hosts.map((value) => ({ type: 'dns' as const, value })),
      ...addresses.map((value) => ({ type: 'ip' as const, value })),
    ];
    const certificate = await this.#certify({
      ...{ name, publicKey, period: validity(now, SERVER_VALIDITY), serialNumber: serialNumber() },
      extensions: [
        new this.x509.ExtendedKeyUsageExtension([...uses]),
        ...(names.length > 0 ? [new this.x509.SubjectAlternativeNameExtension(names)] : []),
      ],
    });
    return { chain: certificate + this.certificate, key: await pemOfKey(keys.privateKey) };
  }

  async #certify({ name, publicKey, period, serialNumber, extensions }: Wanted): Promise<string> {
    const { x509, own, signingKey } = this;
    const certificate = await x509.X509CertificateGenerator.create(
      {
        serialNumber,
        subject: `CN=${name}`,
        issuer: own.subject,
        ...period,
        signingAlgorithm: SIGNING,
        publicKey,
        signingKey,
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          await x509.AuthorityKeyIdentifierExtension.create(own, false, webcrypto),
          ...extensions,
        ],
      },
      webcrypto,
    );
    return pemOf(certificate);
  }
}

/** A certificate that the authority is to issue. */
interface Wanted {
  readonly name: string;
  readonly publicKey: X509.PublicKey;
  readonly period: { readonly notBefore: Date; readonly notAfter: Date };
  readonly serialNumber: string;
  readonly extensions: readonly X509.Extension[];
}

const NO_NAMES: OwnNames = { hosts: [], addresses: [] };

/** The library writes another label than RFC 7468 has. */
const crlPem = (bytes: Buffer): string =>
  `-----BEGIN X509 CRL-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END X509 CRL-----\n`;

const bytesOfPem = (pem: string): Buffer => Buffer.from(pem.replace(/-----[^-]+-----/g, ''), 'base64');

/** A large library that only a hub needs. */
const library = (): Promise<typeof X509> => import('@peculiar/x509');

const makeKeys = (): Promise<webcrypto.CryptoKeyPair> =>
  webcrypto.subtle.generateKey(EC_P256, true, ['sign', 'verify']);

const pemOf = (certificate: X509.X509Certificate): string => `${certificate.toString('pem').trimEnd()}\n`;

const pemOfKey = async (key: webcrypto.CryptoKey): Promise<string> =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString();

/** 127 random bits, positive. */
const serialNumber = (): string => serialFrom(randomBytes(16));

const dayOf = (now: Millis): number => Math.floor(now / DAY);

/**
 * The number of the certificate that a PDU gets on a day. It follows from both, so that the list of revoked certificates
 * can be made without a record of each that was ever issued.
 */
const serialOf = (pdu: string, now: Millis): string =>
  serialFrom(
    createHash('sha256')
      .update(`${pdu} ${dayOf(now)}`)
      .digest()
      .subarray(0, 16),
  );

/** Positive, and as long as the bytes are. */
function serialFrom(bytes: Buffer): string {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

const validity = (now: Millis, period: Millis): { notBefore: Date; notAfter: Date } => ({
  notBefore: new Date(now - BEFORE),
  notAfter: new Date(now + period),
});
