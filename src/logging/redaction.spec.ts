import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { redact, maskSecretShapes } from './redaction.js';
import { newToken } from '../common/token.js';

describe('a line of the log', () => {
  it.each([
    ['Authorization: Bearer abc.def', 'abc.def'],
    ['Authorization: Basic YWRtaW46c2VjcmV0', 'YWRtaW46c2VjcmV0'],
    ['{"password":"hunter2","a":1}', 'hunter2'],
    ['POST /x?token=hunter2&a=1', 'hunter2'],
    ['smtpPassword = hunter2', 'hunter2'],
    ['snmp3AuthPass: hunter2', 'hunter2'],
    ['snmpv2 community: hunter2', 'hunter2'],
    ['connecting to https://me:hunter2@host/', 'hunter2'],
  ])('%j does not show %j', (line, secret) => {
    expect(redact(line)).not.toContain(secret);
    expect(redact(line)).toContain('[masked]');
  });

  it('never shows a token, its hash, a password hash or a private key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(' ', '"', '=', ':', '\n'), (text, gap) => {
        const token = newToken();
        const hash = createHash('sha256').update(token);
        const secrets = [token, hash.copy().digest('base64url'), hash.copy().digest('hex'), key.split('\n')[1] ?? ''];
        const argon = '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$c29tZWhhc2g';
        const line = [text, ...secrets.slice(0, 3), key, argon, text].join(gap);
        const shown = maskSecretShapes(line);
        for (const secret of [...secrets, 'c29tZWhhc2g']) expect(shown).not.toContain(secret);
      }),
    );
  });

  it('stays JSON, with a token masked after any escape, and with the escape before a line of a certificate', () => {
    const token = newToken();
    const almost = `A${'b'.repeat(41)}/rest`; // as a line of a certificate: with the n before it 43 characters
    for (const before of ['\n', '\t', '\\', '"', ' ']) {
      const json = JSON.stringify({ text: `first${before}${token} last${before}${almost}` });
      const shown = JSON.parse(maskSecretShapes(json)) as { text: string };
      expect(shown.text).toBe(`first${before}[masked] last${before}${almost}`);
    }
  });

  it('shows everything else unchanged', () => {
    const line = 'The hardware did not answer: read timed out after 500 ms (outlet 1-1200578, I1-1000036)';
    expect(redact(line)).toBe(line);
    const metric = 'rackfeed_http_request_duration_seconds_count';
    for (const length of [43, 44]) expect(maskSecretShapes(metric.slice(0, length))).toBe(metric.slice(0, length));
  });
});
