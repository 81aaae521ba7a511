import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rememberSecret, maskKnownSecrets } from './redaction.js';
import { ENTRIES_AT_ONCE, yieldNow } from '../common/time-slices.js';

describe('a secret that the process knows', () => {
  it.each([
    ['as it is', (secret: string) => secret],
    ['in JSON', (secret: string) => JSON.stringify({ secret })],
    ['in a URL', (secret: string) => `https://host/?key=${encodeURIComponent(secret)}`],
    ['in base64', (secret: string) => Buffer.from(secret).toString('base64')],
    ['in hexadecimal', (secret: string) => Buffer.from(secret).toString('hex')],
  ])('does not leave the controller %s', async (_, form) => {
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 8, maxLength: 60 }), fc.string(), async (secret, around) => {
        rememberSecret(secret);
        expect(await maskKnownSecrets(around + form(secret) + around)).not.toContain(form(secret));
      }),
    );
  });

  it('of fewer than four characters is not masked: it occurs by chance in too many places', async () => {
    rememberSecret('on');
    expect(await maskKnownSecrets('{"state":"on"}')).toBe('{"state":"on"}');
  });

  it('is masked among thousands while the event loop continues', async () => {
    for (let number = 0; number < 1000; number++) rememberSecret(`secret number ${number}`);
    const seen = { isDone: false, turns: 0 };
    const masked = maskKnownSecrets('secret number 999 of the operator').finally(() => (seen.isDone = true));
    for (; !seen.isDone; seen.turns++) await yieldNow();
    expect(await masked).not.toContain('999');
    expect(seen.turns).toBeGreaterThanOrEqual(1000 / ENTRIES_AT_ONCE);
  });
});
