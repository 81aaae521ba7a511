import { describe, expect, it } from '@jest/globals';
import { assert, constantFrom, integer, property, string, tuple } from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { isSigningSecret, messageIdOf, newSigningSecret, signatureHeaders } from './message-signature.js';

const MINUTE = 60_000;
const message = { id: messageIdOf('0123456789abcdefghijklmnopqrstuvwxyz'), body: '{"type":"test"}' };
const verified = (secret: string, body: string, headers: Record<string, string>): unknown =>
  new Webhook(secret).verify(body, headers);

describe('a signed message', () => {
  it('is accepted by the reference library, whatever is in it', () => {
    const secret = newSigningSecret();
    assert(
      property(string({ unit: 'grapheme' }), (text) => {
        const body = JSON.stringify({ type: 'test', data: { text } });
        expect(verified(secret, body, signatureHeaders({ ...message, body }, Date.now(), [secret]))).toEqual(
          JSON.parse(body),
        );
      }),
    );
  });

  it('is accepted with the old and with the new secret while one is replaced', () => {
    const secrets = [newSigningSecret(), newSigningSecret()];
    const headers = signatureHeaders(message, Date.now(), secrets);
    for (const secret of secrets) expect(verified(secret, message.body, headers)).toEqual({ type: 'test' });
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
  });

  it('is refused with another secret, another body, another id and an old or future time', () => {
    const secret = newSigningSecret();
    const headers = signatureHeaders(message, Date.now(), [secret]);
    const old = signatureHeaders(message, Date.now() - 10 * MINUTE, [secret]);
    const future = signatureHeaders(message, Date.now() + 10 * MINUTE, [secret]);
    expect(() => verified(newSigningSecret(), message.body, headers)).toThrow();
    expect(() => verified(secret, `${message.body} `, headers)).toThrow();
    expect(() => verified(secret, message.body, { ...headers, 'webhook-id': 'msg_other' })).toThrow();
    expect(() => verified(secret, message.body, old)).toThrow();
    expect(() => verified(secret, message.body, future)).toThrow();
  });

  it('has an id of msg_ and 26 characters, and a secret of 32 random bytes', () => {
    expect(message.id).toBe('msg_0123456789abcdefghijklmnop');
    const [, key = ''] = newSigningSecret().split('_');
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(newSigningSecret()).not.toBe(newSigningSecret());
  });
});

describe('a signing secret', () => {
  it('has 24 to 64 bytes', () => {
    assert(
      property(integer({ min: 1, max: 100 }), (bytes) => {
        expect(isSigningSecret(`whsec_${Buffer.alloc(bytes, 7).toString('base64')}`)).toBe(bytes >= 24 && bytes <= 64);
      }),
    );
  });

  it('is no other text', () => {
    const key = Buffer.alloc(32).toString('base64');
    for (const text of ['', key, `whsec-${key}`, `WHSEC_${key}`, `whsec_${key} `, `whsec_${key.replace(/A/, '-')}`]) {
      expect(isSigningSecret(text)).toBe(false);
    }
    assert(property(tuple(constantFrom('', 'whsec_'), string()), (parts) => void isSigningSecret(parts.join(''))));
  });
});
