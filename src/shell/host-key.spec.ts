import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import type { utils as Utils } from 'ssh2';
import { hostKeyOf, makeHostKey } from './host-key.js';

const { utils } = createRequire(import.meta.url)('ssh2') as { readonly utils: typeof Utils };

describe('a host key', () => {
  it('is stored in a form that the library and OpenSSH read, and has the same fingerprints when it is read again', () => {
    const key = makeHostKey();
    const parsed = utils.parseKey(key.privateKey);
    if (parsed instanceof Error) throw parsed;
    const [first] = [parsed].flat();
    const signature = first?.sign(Buffer.from('text'));
    expect(first?.verify(Buffer.from('text'), signature ?? Buffer.of())).toBe(true);
    expect(`ssh-ed25519 ${first?.getPublicSSH().toString('base64')}`).toBe(key.publicLine);
    expect(hostKeyOf(key.privateKey)).toEqual(key);
    expect(key.sha256).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
    expect(key.md5).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
  });

  it('is another one each time', () => {
    expect(makeHostKey().publicLine).not.toBe(makeHostKey().publicLine);
  });

  it.each(['', 'PEM', makeHostKey().privateKey.slice(0, 200)])('is not read from other text: %j', (text) => {
    expect(() => hostKeyOf(text)).toThrow();
  });

  it('is not read where its two halves do not belong together', () => {
    const [one, other] = [makeHostKey(), makeHostKey()];
    const bytes = Buffer.from(one.privateKey.replace(/-----.*-----\n/g, ''), 'base64');
    const [own, foreign] = [one, other].map(({ publicLine }) => Buffer.from(publicLine.split(' ')[1] ?? '', 'base64'));
    const mixed = Buffer.from(
      bytes.toString('latin1').replace(own?.toString('latin1') ?? '', () => foreign?.toString('latin1') ?? ''), // a key may have "$&" in it
      'latin1',
    );
    const file = `-----BEGIN OPENSSH PRIVATE KEY-----\n${mixed.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----\n`;
    expect(() => hostKeyOf(file)).toThrow('it is not an Ed25519 key');
  });
});
