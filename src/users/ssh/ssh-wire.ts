import { createPublicKey, type JsonWebKey } from 'node:crypto';

/** The reason why a blob is not a valid public key, as the end of a sentence. */
export class SshKeyError extends Error {}

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
/** Longest exponent that OpenSSL accepts with a modulus of more than 3,072 bits. */
const MAX_EXPONENT_BYTES = 8;
const LENGTH_BYTES = 4;

/** Splits an SSH blob into its length-prefixed fields; they must fill it exactly. Throws {@link SshKeyError}. */
export function readFields(blob: Buffer): Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length;) {
    const start = at + LENGTH_BYTES;
    if (start > blob.length) throw new SshKeyError('its data is cut off');
    at = start + blob.readUInt32BE(at);
    if (at > blob.length) throw new SshKeyError('its data is cut off');
    fields.push(blob.subarray(start, at));
  }
  return fields;
}

/** Checks the fields that follow the type. Throws {@link SshKeyError}. */
type FieldCheck = (fields: readonly Buffer[]) => void;

const url = (bytes: Buffer): string => bytes.toString('base64url');

function expectFields(fields: readonly Buffer[], count: number): void {
  if (fields.length !== count) throw new SshKeyError(`it has ${fields.length} fields instead of ${count}`);
}

/** Opens a key with OpenSSL, which refuses a point that is not on its curve. */
function openKey(key: JsonWebKey) {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    throw new SshKeyError('its numbers are not those of a key');
  }
}

/** True for a positive number without needless leading zeros, as SSH encodes it. */
function isNumber(field: Buffer | undefined): field is Buffer {
  const [first, second = 0] = field ?? [];
  if (first === undefined || first >= 0x80) return false;
  return first > 0 || second >= 0x80;
}

const rsa: FieldCheck = (fields) => {
  expectFields(fields, 2);
  const [exponent, modulus] = fields;
  if (!isNumber(exponent) || !isNumber(modulus)) throw new SshKeyError('its numbers are not those of a key');
  if (exponent.length > MAX_EXPONENT_BYTES) throw new SshKeyError('its exponent is too long');
  const bits = openKey({ kty: 'RSA', n: url(modulus), e: url(exponent) }).asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_RSA_BITS) throw new SshKeyError(`an RSA key of ${bits} bits is too weak; make one of at least 2,048`);
  if (bits > MAX_RSA_BITS) throw new SshKeyError(`an RSA key of ${bits} bits is too long`);
};

const ed25519: FieldCheck = (fields) => {
  expectFields(fields, 1);
  if (fields[0]?.length !== 32) throw new SshKeyError('its point does not have 32 bytes');
};

const ecdsa =
  (name: string, crv: string, bytes: number): FieldCheck =>
  (fields) => {
    expectFields(fields, 2);
    const [curve, point] = fields;
    if (curve?.toString('latin1') !== name) throw new SshKeyError('its curve is not the one of its type');
    if (point?.length !== 1 + 2 * bytes || point[0] !== 4) throw new SshKeyError('its point has not the right form');
    openKey({ kty: 'EC', crv, x: url(point.subarray(1, 1 + bytes)), y: url(point.subarray(1 + bytes)) });
  };

/** Checks a key on a hardware token: the fields of the plain key, then the application that it is bound to. */
const onToken =
  (plain: FieldCheck): FieldCheck =>
  (fields) => {
    plain(fields.slice(0, -1));
    const application = fields.at(-1)?.toString('latin1') ?? '';
    if (!/^[\x20-\x7e]{1,255}$/.test(application)) throw new SshKeyError('its application has not the right form');
  };

const CHECKS: ReadonlyMap<string, FieldCheck> = new Map([
  ['ssh-rsa', rsa],
  ['ssh-ed25519', ed25519],
  ['ecdsa-sha2-nistp256', ecdsa('nistp256', 'P-256', 32)],
  ['ecdsa-sha2-nistp384', ecdsa('nistp384', 'P-384', 48)],
  ['ecdsa-sha2-nistp521', ecdsa('nistp521', 'P-521', 66)],
  ['sk-ssh-ed25519@openssh.com', onToken(ed25519)],
  ['sk-ecdsa-sha2-nistp256@openssh.com', onToken(ecdsa('nistp256', 'P-256', 32))],
]);

/** Refuses a blob that is not a valid public key of this type. Throws {@link SshKeyError}. */
export function checkBlob(type: string, blob: Buffer): void {
  const check = CHECKS.get(type);
  if (!check) throw new SshKeyError(`its type must be one of ${[...CHECKS.keys()].join(', ')}`);
  const [inner, ...fields] = readFields(blob);
  if (inner?.toString('latin1') !== type) throw new SshKeyError('its data is of another type than it says');
  check(fields);
}
