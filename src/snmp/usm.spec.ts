import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AUTH_ALGORITHMS, AUTH_WORDS, PRIVACY_KEY_LENGTHS, PRIVACY_WORDS } from '../common/snmp/algorithms.js';
import { decrypt, digestOf, encrypt, hasRightDigest, localizedKey, privacyKey } from './usm.js';

const ENGINE = Buffer.from('000000000000000000000002', 'hex');

describe('the user-based security model', () => {
  // RFC 3414, A.3; RFC 7860 has no keys, only their lengths.
  it.each([
    ['MD5', '526f5eed9fcce26f8964c2930787d82b'],
    ['SHA', '6695febc9288e36282235fc7151f128497b38f3f'],
  ] as const)('makes the key of RFC 3414 with %s', (algorithm, key) => {
    expect(localizedKey(algorithm, 'maplesyrup', ENGINE).toString('hex')).toBe(key);
  });

  it.each(AUTH_WORDS)('knows its own digests with %s, and no other', (algorithm) => {
    const key = localizedKey(algorithm, 'maplesyrup', ENGINE);
    const { digestLength } = AUTH_ALGORITHMS[algorithm];
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), fc.nat(), (content, at, changed) => {
        const place = at % content.length;
        const message = Buffer.concat([
          content.subarray(0, place),
          Buffer.alloc(digestLength),
          content.subarray(place),
        ]);
        message.set(digestOf(algorithm, key, message), place);
        expect(hasRightDigest(algorithm, key, message, place)).toBe(true);
        const at2 = changed % message.length;
        message[at2] = (message[at2] ?? 0) ^ 1;
        expect(hasRightDigest(algorithm, key, message, place)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it.each(AUTH_WORDS.flatMap((auth) => PRIVACY_WORDS.map((privacy) => [auth, privacy] as const)))(
    'decrypts with %s and %s what it has encrypted',
    (auth, privacy) => {
      const key = privacyKey({ auth, privacy }, 'maplesyrup', ENGINE);
      expect(key).toHaveLength(PRIVACY_KEY_LENGTHS[privacy]);
      const input = { boots: 3, time: 4_000_000_000, salt: Buffer.from('0000000300000001', 'hex') };
      fc.assert(
        fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), (octets) => {
          const plain = Buffer.from(octets);
          const encrypted = encrypt(privacy, key, plain, input);
          expect(decrypt(privacy, key, encrypted, input)?.subarray(0, plain.length)).toEqual(plain);
        }),
        { numRuns: 10 },
      );
    },
  );

  it('does not decrypt DES in parts of blocks, nor anything without a whole salt', () => {
    const key = Buffer.alloc(16, 1);
    const input = { boots: 1, time: 1, salt: Buffer.alloc(8) };
    expect(decrypt('DES', key, Buffer.alloc(15), input)).toBeUndefined();
    expect(decrypt('AES', key, Buffer.alloc(15), { ...input, salt: Buffer.alloc(7) })).toBeUndefined();
  });
});
