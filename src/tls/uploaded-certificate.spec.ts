import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Authority } from '../../test/support/servers/certificates.js';
import { ApiError } from '../common/errors.js';
import { checkedUpload } from './uploaded-certificate.js';

const NOW = Date.parse('2026-03-02T08:00:00Z');
const authority = new Authority();
const { cert, key } = authority.server('pdu.example');

const refusal = (certificate: string, privateKey: string, now = NOW): string => {
  try {
    checkedUpload(certificate, privateKey, now);
    return 'taken';
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).message;
  }
};

describe('an uploaded certificate', () => {
  it('is accepted without and with its issuers', () => {
    expect(checkedUpload(cert, key, NOW).chain.trim()).toBe(cert.trim());
    expect(refusal(cert + authority.certificate, key)).toBe('taken');
  });

  it('is accepted with text that tools write around the PEM', () => {
    const { chain } = checkedUpload(`subject=CN\r\n${cert.replaceAll('\n', '\r\n')}`, `Bag Attributes\n${key}`, NOW);
    expect(chain.startsWith('-----BEGIN CERTIFICATE-----')).toBe(true);
  });

  it.each([
    ['that has expired', cert, key, Date.parse('2100-01-02T00:00:00Z'), 'expired on 2099-12-31'],
    ['that is not valid yet', cert, key, Date.parse('1970-01-02T00:00:00Z'), 'not valid before 2020-01-01'],
    ['of another key', cert, authority.server('x').key, NOW, 'not the key of the first certificate'],
    ['after its issuer', authority.certificate + cert, key, NOW, 'certificate 2 has not issued certificate 1'],
    ['with a stranger above', cert + new Authority().certificate, key, NOW, 'has not issued'],
    ['that is none', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', key, NOW, 'damaged'],
    ['without a block', '-----BEGIN nothing', key, NOW, 'no PEM block'],
    ['whose key is a certificate', cert, cert, NOW, 'not a private key'],
    ['too long', cert.repeat(11), key, NOW, 'more than 10'],
  ])('%s is refused with the reason', (_, certificate, privateKey, now, reason) => {
    expect(refusal(certificate, privateKey, now)).toContain(reason);
  });

  it('is refused with a key that is encrypted or too small', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const small = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(refusal(cert, small)).toContain('1024 bits');
    const encrypted = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' });
    expect(refusal(cert, encrypted.toString())).toContain('without a passphrase');
  });

  it.each([
    ['secp256k1', generateKeyPairSync('ec', { namedCurve: 'secp256k1' })],
    ['ed25519', generateKeyPairSync('ed25519')],
    ['rsa-pss', generateKeyPairSync('rsa-pss', { modulusLength: 2048 })],
  ])('is refused with a key that browsers cannot use: %s', (kind, { privateKey }) => {
    expect(refusal(cert, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())).toContain(`(${kind})`);
  });

  it('never shows the key in an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 6 }), (text) => {
        const odd = `-----BEGIN PRIVATE KEY-----\n#${text}#\n-----END PRIVATE KEY-----\n`;
        expect(refusal(cert, odd)).not.toContain(`#${text}#`);
      }),
    );
  });
});
