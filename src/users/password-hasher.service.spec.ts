import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { ApiError } from '../kernel/errors.js';
import { PasswordHasher } from './password-hasher.service.js';

describe('a password hash', () => {
  const hasher = new PasswordHasher();

  it('is Argon2id with 19 MiB, two passes, one lane and a 16-byte salt, and never the same twice', async () => {
    const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(hasher.isOutdated(one)).toBe(false);
  });

  it.each(['correct horse', '', '⚡ñ\u0000 and more', 'x'.repeat(10_000)])(
    'opens to its own password %#',
    async (password) => {
      const phc = await hasher.hash(password);
      expect(await hasher.verify(phc, password)).toBe(true);
      expect(await hasher.verify(phc, `${password}.`)).toBe(false);
    },
  );

  it('of nobody opens to no password', async () => {
    expect(await hasher.verify(undefined, '')).toBe(false);
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
  });

  it('made with other costs is outdated and still opens', async () => {
    const cheap = await hash('correct horse', { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    expect(hasher.isOutdated(cheap)).toBe(true);
    expect(await hasher.verify(cheap, 'correct horse')).toBe(true);
  });

  it('waits for its turn; with 16 waiting the next is sent away for 2 seconds, and later ones are welcome again', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => hasher.verify(undefined, 'x')));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []));
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [429, 2],
      [429, 2],
      [429, 2],
    ]);
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });
});
