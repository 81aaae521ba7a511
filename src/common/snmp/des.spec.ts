import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { netSnmp } from './library.js';

const engine = { engineID: Buffer.from('800054e005000102030405060708090a0b', 'hex'), engineBoots: 5 };

describe('DES', () => {
  it('decrypts what it encrypted, padded to whole blocks', async () => {
    const { AuthProtocols, Encryption, PrivProtocols } = await netSnmp();
    const des = Encryption.algorithms[PrivProtocols.des];
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
        const plain = Buffer.from(bytes);
        const encrypted = des?.encryptPdu(plain, PrivProtocols.des, 'a passphrase', AuthProtocols.sha, engine);
        if (!des || !encrypted) throw new Error('There is no DES.');
        expect(encrypted.encryptedPdu.length).toBe(Math.ceil(plain.length / 8) * 8);
        const { encryptedPdu, msgPrivacyParameters } = encrypted;
        const opened = des.decryptPdu(
          encryptedPdu,
          PrivProtocols.des,
          msgPrivacyParameters,
          'a passphrase',
          AuthProtocols.sha,
          engine,
        );
        expect(opened.subarray(0, plain.length)).toEqual(plain);
      }),
    );
  });

  it('never uses a salt twice, and begins it with the count of starts', async () => {
    const { AuthProtocols, Encryption, PrivProtocols } = await netSnmp();
    const salt = () =>
      Encryption.algorithms[PrivProtocols.des]
        ?.encryptPdu(Buffer.from('x'), PrivProtocols.des, 'a passphrase', AuthProtocols.md5, engine)
        .msgPrivacyParameters.toString('hex');
    const salts = Array.from({ length: 100 }, salt);
    expect(new Set(salts).size).toBe(100);
    expect(salts.every((each) => each?.startsWith('00000005'))).toBe(true);
  });
});
