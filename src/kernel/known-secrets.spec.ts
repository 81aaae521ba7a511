import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rememberSecret, withoutKnownSecrets } from './known-secrets.js';

describe('a secret that the process knows', () => {
  it.each([
    ['as it is', (secret: string) => secret],
    ['in JSON', (secret: string) => JSON.stringify({ secret })],
    ['in a URL', (secret: string) => `https://host/?key=${encodeURIComponent(secret)}`],
    ['in base64', (secret: string) => Buffer.from(secret).toString('base64')],
    ['in hexadecimal', (secret: string) => Buffer.from(secret).toString('hex')],
  ])('does not leave the controller %s', (_, form) => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 60 }), fc.string(), (secret, around) => {
        rememberSecret(secret);
        expect(withoutKnownSecrets(around + form(secret) + around)).not.toContain(form(secret));
      }),
    );
  });

  it('of fewer than four characters is not looked for: it stands in too many places by chance', () => {
    rememberSecret('on');
    expect(withoutKnownSecrets('{"state":"on"}')).toBe('{"state":"on"}');
  });
});
