import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import { describe, expect, it } from '@jest/globals';
import { makeCertificateRequest } from './certificate-request.js';

const NAMES = { hosts: ['pdu.example', 'pdu.local'], addresses: ['192.0.2.7', '2001:db8::7'] };

describe('a certificate signing request', () => {
  it.each(['ec', 'rsa'] as const)('is signed with its own new key (%s), and names the host', async (keyType) => {
    const { request, key } = makeCertificateRequest({
      commonName: 'pdu.example',
      country: 'DE',
      names: NAMES,
      keyType,
    });
    const read = new Pkcs10CertificateRequest(request);
    expect(await read.verify()).toBe(true);
    expect(read.subject).toBe('C=DE, CN=pdu.example');
    expect(read.extensions.map(({ type }) => type)).toEqual(['2.5.29.17']);
    const names = Buffer.from(read.extensions[0]?.rawData ?? new ArrayBuffer(0)).toString('hex');
    const addresses = ['c0000207', '20010db8000000000000000000000007'];
    const expected = [...NAMES.hosts.map((host) => Buffer.from(host).toString('hex')), ...addresses];
    expect(expected.filter((bytes) => !names.includes(bytes))).toEqual([]);
    const own = createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' });
    expect(Buffer.from(read.publicKey.rawData).equals(own)).toBe(true);
  });
});
