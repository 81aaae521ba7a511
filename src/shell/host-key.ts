import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';

/** The key by which clients recognise the controller. */
export interface HostKey {
  /** As OpenSSH stores it. */
  readonly privateKey: string;
  /** As in a known_hosts file, without the name: type and data. */
  readonly publicLine: string;
  /** As `ssh-keygen -l` prints it. */
  readonly sha256: string;
  /** As `ssh-keygen -l -E md5` prints it, without its prefix. */
  readonly md5: string;
}

const TYPE = 'ssh-ed25519';
const MAGIC = 'openssh-key-v1\0';
const COMMENT = 'rackfeed';
/** The private part is filled up to a multiple of this. */
const BLOCK = 8;
const LINE = 70;

/** Makes a new Ed25519 key. */
export function makeHostKey(): HostKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  return hostKeyOf(opensshFile(privateKey));
}

/** Reads a key as it is stored. Throws when it is not one. */
export function hostKeyOf(file: string): HostKey {
  const blob = publicBlobOf(file);
  const fingerprint = createHash('md5').update(blob).digest('hex');
  return {
    privateKey: file,
    publicLine: `${TYPE} ${blob.toString('base64')}`,
    sha256: `SHA256:${createHash('sha256').update(blob).digest('base64').replace(/=+$/, '')}`,
    md5: (fingerprint.match(/../g) ?? []).join(':'),
  };
}

/** The private key in the form of OpenSSH, without a passphrase. */
function opensshFile(key: KeyObject): string {
  const seed = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');
  const point = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
  const check = randomBytes(4);
  const secret = Buffer.concat([
    check,
    check,
    field(TYPE),
    field(point),
    field(Buffer.concat([seed, point])),
    field(COMMENT),
  ]);
  const padding = Buffer.from(
    Array.from({ length: (BLOCK - (secret.length % BLOCK)) % BLOCK }, (_, place) => place + 1),
  );
  const file = Buffer.concat([
    Buffer.from(MAGIC),
    field('none'), // cipher
    field('none'), // key derivation
    field(''),
    Buffer.from([0, 0, 0, 1]), // one key
    field(Buffer.concat([field(TYPE), field(point)])),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = file.toString('base64').match(new RegExp(`.{1,${LINE}}`, 'g')) ?? [];
  return ['-----BEGIN OPENSSH PRIVATE KEY-----', ...lines, '-----END OPENSSH PRIVATE KEY-----', ''].join('\n');
}

const field = (content: string | Buffer): Buffer => {
  const bytes = Buffer.from(content as Buffer);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

const FILE = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\n]+)-----END OPENSSH PRIVATE KEY-----\n?$/;
/** The place of the public part: behind magic, cipher, derivation, its options and the number of keys. */
const PUBLIC_AT = MAGIC.length + 8 + 8 + 4 + 4;

/** The public blob of a file; the private part must belong to it. */
function publicBlobOf(file: string): Buffer {
  const bytes = Buffer.from(FILE.exec(file)?.[1] ?? '', 'base64');
  const blob = fieldAt(bytes, PUBLIC_AT);
  const type = fieldAt(blob, 0);
  const point = fieldAt(blob, 4 + type.length);
  const secret = fieldAt(bytes, PUBLIC_AT + 4 + blob.length);
  const seed = secret.subarray(8 + 4 + TYPE.length + 4 + point.length + 4).subarray(0, 32);
  const jwk = { kty: 'OKP', crv: 'Ed25519', d: seed.toString('base64url'), x: point.toString('base64url') };
  const own = createPublicKey(createPrivateKey({ key: jwk, format: 'jwk' })).export({ format: 'jwk' }).x;
  if (type.toString() !== TYPE || own !== jwk.x) throw new Error('it is not an Ed25519 key');
  return blob;
}

function fieldAt(bytes: Buffer, at: number): Buffer {
  if (at + 4 > bytes.length) throw new Error('it is cut off');
  const end = at + 4 + bytes.readUInt32BE(at);
  if (end > bytes.length) throw new Error('it is cut off');
  return bytes.subarray(at + 4, end);
}
