import type { X509Certificate } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import type { SigningRequest } from './signing-request.file.js';
import { leafOf, validityOf, type Certificate } from './certificate.js';
import { pemExample } from './pem-example.js';

/** The source of the certificate that HTTPS uses. */
export type CertificateSource = 'selfSigned' | 'custom';

/** A request for a certificate, which an authority signs. Its private key is never returned. */
export class SigningRequestView {
  /** The request as PEM (PKCS #10). */
  @ApiProperty({ example: pemExample('CERTIFICATE REQUEST') })
  pem: string;
  /** The host names and addresses in it. @example ["pdu7.example.com"] */
  names: string[];
  /** Kind of the key: EC (P-256) or RSA (2048 bits). */
  keyType: 'EC' | 'RSA';
  /** @example "Example Ltd" */
  organization?: string;
  /** @example "DE" */
  country?: string;
}

export const signingRequestView = ({
  pem,
  names,
  keyType,
  organization,
  country,
}: SigningRequest): SigningRequestView => ({
  pem,
  names: [...names],
  keyType,
  ...(organization !== undefined && { organization }),
  ...(country !== undefined && { country }),
});

/** The certificate that HTTPS uses. Its private key is never returned. */
export class CertificateView {
  /** `selfSigned`: made by the controller; `custom`: uploaded. @example "custom" */
  source: CertificateSource;
  /** @example "CN=pdu7.example.com" */
  subject: string;
  /** @example "CN=Example CA" */
  issuer: string;
  /** The names for which it is valid: host names and addresses. @example ["pdu7.example.com", "192.0.2.7"] */
  subjectAltNames: string[];
  /** ISO 8601, UTC. @example "2026-11-01T00:00:00.000Z" */
  validFrom: string;
  /** ISO 8601, UTC. @example "2027-11-01T00:00:00.000Z" */
  validTo: string;
  /**
   * SHA-256 of the certificate, 32 bytes in hexadecimal with colons.
   * @example "88:5F:7E:0C:C0:45:2C:5E:95:89:48:EE:FD:57:F3:96:9C:05:FF:1E:D7:FD:0E:8F:2B:C3:D7:3F:93:C8:42:0E"
   */
  fingerprint256: string;
  /** Hexadecimal. @example "34DD42E94DD6CC74FA" */
  serialNumber: string;
  /** Kind of the key, for example "EC prime256v1" or "RSA 2048". @example "EC prime256v1" */
  keyType: string;
  /** The certificate and its issuers as PEM, for the trust store of a client. */
  @ApiProperty({ example: pemExample('CERTIFICATE') })
  chain: string;
  /** The signing request that waits for its certificate; absent if there is none. */
  signingRequest?: SigningRequestView;
  /** The names that a new signing request has if none are sent. */
  suggestedNames?: string[];
}

export function certificateView(certificate: Certificate, source: CertificateSource): CertificateView {
  const leaf = leafOf(certificate);
  const { from, to } = validityOf(leaf);
  return {
    source,
    subject: inOneLine(leaf.subject),
    issuer: inOneLine(leaf.issuer),
    subjectAltNames: namesOf(leaf),
    validFrom: new Date(from).toISOString(),
    validTo: new Date(to).toISOString(),
    fingerprint256: leaf.fingerprint256,
    serialNumber: leaf.serialNumber,
    keyType: keyTypeOf(leaf),
    chain: certificate.chain,
  };
}

/** Joins the lines of a name, as Node puts each part on its own; a certificate may have no subject at all. */
export const inOneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ');

const namesOf = ({ subjectAltName }: X509Certificate): string[] =>
  (subjectAltName ?? '')
    .split(', ')
    .filter((name) => /^(DNS|IP Address):/.test(name))
    .map((name) => name.replace(/^[^:]+:/, ''));

function keyTypeOf({ publicKey }: X509Certificate): string {
  const { namedCurve, modulusLength } = publicKey.asymmetricKeyDetails ?? {};
  return [publicKey.asymmetricKeyType?.toUpperCase(), namedCurve ?? modulusLength].filter(Boolean).join(' ');
}
