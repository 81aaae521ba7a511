import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ssh2 from 'ssh2';
import { itWith } from '../support/process/programs.js';
import { SSH_KEYS } from '../support/fixtures/ssh-keys.js';
import { readSshPublicKey } from '../../src/users/ssh/ssh-public-key.js';
import { SshKeyError } from '../../src/users/ssh/ssh-wire.js';

const lines = SSH_KEYS.map(({ line }) => line);
const ed25519 = lines.find((line) => line.startsWith('ssh-ed25519')) ?? '';
const p256 = lines.find((line) => line.startsWith('ecdsa-sha2-nistp256')) ?? '';
const blobOf = (line: string): Buffer => Buffer.from(line.split(' ')[1] ?? '', 'base64');
const lineOf = (type: string, blob: Buffer): string => `${type} ${blob.toString('base64')}`;

/** Length-prefixed fields. */
const fields = (...parts: (string | Buffer)[]): Buffer =>
  Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );

describe('an SSH public key', () => {
  it.each(SSH_KEYS)('has the fingerprint that ssh-keygen prints: $fingerprint', ({ line, fingerprint }) => {
    const key = readSshPublicKey(line);
    expect(key.fingerprint).toBe(fingerprint);
    expect(line.startsWith(`${key.type} ${key.key}`)).toBe(true);
  });

  it('preserves its comment, and may end with a line break', () => {
    expect(readSshPublicKey(`${ed25519}\n`).comment).toBe('operator@rack 7');
    expect(readSshPublicKey(ed25519.split(' ').slice(0, 2).join(' ')).comment).toBe('');
  });

  it.each(lines.filter((line) => !line.startsWith('sk-')))('is parsed as by another library (%#)', (line) => {
    const theirs = ssh2.utils.parseKey(line);
    if (theirs instanceof Error) throw theirs;
    expect(theirs.getPublicSSH().toString('base64')).toBe(readSshPublicKey(line).key);
  });

  it('is refused with trailing data, truncated anywhere, or with a changed bit in its type or lengths', () => {
    for (const line of lines) {
      const [type = ''] = line.split(' ');
      const blob = blobOf(line);
      expect(() => readSshPublicKey(lineOf(type, Buffer.concat([blob, Buffer.from([0])])))).toThrow(SshKeyError);
      expect(() => readSshPublicKey(lineOf(type, Buffer.concat([blob, fields('more')])))).toThrow(SshKeyError);
      for (let at = 0; at < blob.length; at++) {
        expect(() => readSshPublicKey(lineOf(type, blob.subarray(0, at)))).toThrow(SshKeyError);
      }
      for (let at = 0; at < 4 + type.length; at++) {
        const changed = Buffer.from(blob);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(() => readSshPublicKey(lineOf(type, changed))).toThrow(SshKeyError);
      }
    }
  });

  it('is refused when its point does not lie on its curve or its curve is not that of its type', () => {
    const blob = blobOf(p256);
    const off = Buffer.from(blob);
    off[off.length - 1] = (off.at(-1) ?? 0) ^ 1;
    expect(() => readSshPublicKey(lineOf('ecdsa-sha2-nistp256', off))).toThrow('not those of a key');
    const point = blob.subarray(-65);
    const type = 'ecdsa-sha2-nistp256';
    expect(() => readSshPublicKey(lineOf(type, fields(type, 'nistp384', point)))).toThrow('curve');
    const compressed = Buffer.concat([Buffer.from([2]), point.subarray(1, 33)]);
    expect(() => readSshPublicKey(lineOf(type, fields(type, 'nistp256', compressed)))).toThrow('form');
  });

  it('of RSA requires 2,048 bits', () => {
    const rsa = (bytes: number) =>
      lineOf(
        'ssh-rsa',
        fields('ssh-rsa', Buffer.from([1, 0, 1]), Buffer.concat([Buffer.from([0]), Buffer.alloc(bytes, 0xc3)])),
      );
    expect(() => readSshPublicKey(rsa(128))).toThrow('too weak');
    expect(readSshPublicKey(rsa(256)).type).toBe('ssh-rsa');
    expect(() => readSshPublicKey(rsa(4000))).toThrow('too long');
  });

  it.each([
    ['nothing', ''],
    ['a word', 'ssh-ed25519'],
    ['a type without data', 'ssh-ed25519 '],
    ['no base64', 'ssh-ed25519 AAAA*AAA'],
    ['base64 without its padding', `${ed25519.split(' ')[0] ?? ''} AAAAB`],
    ['two lines', `${ed25519}\n${p256}`],
    ['two lines with carriage returns', `${ed25519}\r\n${p256}`],
    ['options before the key', `from="10.0.0.1" ${ed25519}`],
    ['a type we do not know', ed25519.replace('ssh-ed25519', 'ssh-dss')],
    ['another type than its data', p256.replace('ecdsa-sha2-nistp256', 'ssh-ed25519')],
    ['more than 16 KiB', `${ed25519} ${'x'.repeat(16 * 1024)}`],
    [
      'a private key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU=\n-----END OPENSSH PRIVATE KEY-----',
    ],
    ['another private key', 'PuTTY-User-Key-File-2: ssh-ed25519\nEncryption: none'],
    ['a certificate', ed25519.replace('ssh-ed25519', 'ssh-ed25519-cert-v01@openssh.com')],
  ])('is not %s', (_, text) => expect(() => readSshPublicKey(text)).toThrow(SshKeyError));

  it('is never accepted if it only resembles one, and no text crashes the parser', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.tuple(fc.constantFrom(...lines), fc.nat(), fc.string({ maxLength: 3 })).map(([line, at, insert]) => {
        const place = at % line.length;
        return line.slice(0, place) + insert + line.slice(place);
      }),
      fc.uint8Array({ maxLength: 80 }).map((bytes) => lineOf('ssh-ed25519', Buffer.from(bytes))),
    );
    fc.assert(
      fc.property(text, (line) => {
        try {
          const { type, key } = readSshPublicKey(line);
          expect(
            line
              .trim()
              .split(/[ \t]+/)
              .slice(0, 2),
          ).toEqual([type, key]);
        } catch (error) {
          expect(error).toBeInstanceOf(SshKeyError);
        }
      }),
    );
  });

  itWith('ssh-keygen', 'agrees with the ssh-keygen of this machine on fresh keys', () => {
    const folder = mkdtempSync(join(tmpdir(), 'rackfeed-ssh-'));
    try {
      for (const type of ['ed25519', 'ecdsa']) {
        const file = join(folder, type);
        execFileSync('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', file]);
        const printed = execFileSync('ssh-keygen', ['-l', '-E', 'md5', '-f', `${file}.pub`], { encoding: 'utf8' });
        const { fingerprint } = readSshPublicKey(readFileSync(`${file}.pub`, 'utf8'));
        expect(printed).toContain(`MD5:${fingerprint} `);
        expect(() => readSshPublicKey(readFileSync(file, 'utf8'))).toThrow('private key');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
