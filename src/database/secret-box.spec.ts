import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../config/runtime-config.js';
import { SecretBox } from './secret-box.js';

const boxAt = (dataDir: string) => new SecretBox({ ...readConfig({}), dataDir });

describe('the secret box', () => {
  const box = boxAt(':memory:');

  it('decrypts what it encrypted, for every text and context', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
        expect(box.decrypt(box.encrypt(text, context), context)).toBe(text);
      }),
    );
  });

  it('does not show the secret, and encrypts the same secret differently each time', () => {
    const encrypted = box.encrypt('correct horse', 'user:2:snmpv3AuthPass');
    expect(encrypted).not.toContain('correct');
    expect(box.encrypt('correct horse', 'user:2:snmpv3AuthPass')).not.toBe(encrypted);
  });

  it('does not decrypt a secret that was moved to another context', () => {
    const encrypted = box.encrypt('correct horse', 'user:2:snmpv3AuthPass');
    expect(() => box.decrypt(encrypted, 'user:3:snmpv3AuthPass')).toThrow();
  });

  it('does not decrypt a secret that was changed or truncated', () => {
    const encrypted = box.encrypt('correct horse', 'x');
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: encrypted.length - 1 }),
        fc.constantFrom('A', 'b', '7', '_', '.'),
        (at, character) => {
          const changed = encrypted.slice(0, at) + character + encrypted.slice(at + 1);
          // The last character of base64url carries bits that mean nothing.
          fc.pre(
            Buffer.from(changed.slice(3), 'base64url').compare(Buffer.from(encrypted.slice(3), 'base64url')) !== 0 ||
              at < 3,
          );
          fc.pre(changed !== encrypted);
          expect(() => box.decrypt(changed, 'x')).toThrow();
          expect(() => box.decrypt(encrypted.slice(0, at), 'x')).toThrow();
        },
      ),
    );
  });

  it.each(['', 'v1', 'v1.', 'v2.AAAA', 'plain text'])('does not take %p for an encrypted secret', (text) => {
    expect(() => box.decrypt(text, 'x')).toThrow();
  });
});

describe('the device key', () => {
  let dataDir: string;
  beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'rackfeed-key-'))));
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is created once, readable by its owner only, without leaving other files', () => {
    boxAt(dataDir);
    expect(readdirSync(dataDir)).toEqual(['device.key']);
    const { mode, size } = statSync(join(dataDir, 'device.key'));
    expect([mode & 0o777, size]).toEqual([0o600, 32]);
  });

  it('is the same after a restart', () => {
    const encrypted = boxAt(dataDir).encrypt('secret', 'x');
    expect(boxAt(dataDir).decrypt(encrypted, 'x')).toBe('secret');
  });

  it('differs between two installations', () => {
    const encrypted = boxAt(dataDir).encrypt('secret', 'x');
    expect(() => boxAt(':memory:').decrypt(encrypted, 'x')).toThrow();
  });

  it('is reported, not replaced, when it is damaged', () => {
    writeFileSync(join(dataDir, 'device.key'), 'short');
    expect(() => boxAt(dataDir)).toThrow('RACKFEED_DATA_DIR');
    expect(readFileSync(join(dataDir, 'device.key'), 'utf8')).toBe('short');
  });
});
