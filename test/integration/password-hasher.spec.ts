import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { ApiError } from '../../src/common/errors.js';
import { HashThread, LESS_URGENT } from '../../src/users/passwords/hash-thread.js';
import { PasswordHasher } from '../../src/users/passwords/password-hasher.js';
import { computeEachHash } from '../support/modules/computed-hashes.js';

computeEachHash();

describe('a password hash', () => {
  const hasher = new PasswordHasher();

  it('is Argon2id with 19 MiB, two passes, one lane and a 16-byte salt, and never the same twice', async () => {
    const [one, other] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(hasher.isOutdated(one)).toBe(false);
  });

  it.each(['correct horse', '', '⚡ñ\u0000 and more', 'x'.repeat(10_000)])(
    'matches its own password %#',
    async (password) => {
      const phc = await hasher.hash(password);
      expect(await hasher.verify(phc, password)).toBe(true);
      expect(await hasher.verify(phc, `${password}.`)).toBe(false);
    },
  );

  it('of no user matches no password', async () => {
    expect(await hasher.verify(undefined, '')).toBe(false);
    expect(await hasher.verify(undefined, 'correct horse')).toBe(false);
  });

  it('with other cost parameters is outdated and still matches', async () => {
    const cheap = await hash('correct horse', { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    expect(hasher.isOutdated(cheap)).toBe(true);
    expect(await hasher.verify(cheap, 'correct horse')).toBe(true);
  });

  it('is queued; with 16 waiting the next is refused for 2 seconds, and later ones are accepted again', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => hasher.verify(undefined, 'x')));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as ApiError] : []));
    expect(refused.map(({ status, retryAfter }) => [status, retryAfter])).toEqual([
      [429, 2],
      [429, 2],
      [429, 2],
    ]);
    expect(await hasher.verify(undefined, 'x')).toBe(false);
  });

  describe('while unknown senders fill the common queue', () => {
    const ask = (sender: string, isKnown: boolean) => hasher.verify(undefined, 'x', { sender, isKnown });
    /** The result of each check: true for an answer, 429 for a refusal. */
    const outcomes = async (asked: Promise<boolean>[]) =>
      (await Promise.allSettled(asked)).map((each) =>
        each.status === 'fulfilled' ? true : (each.reason as ApiError).status,
      );
    let flood: Promise<unknown>;

    beforeEach(() => {
      flood = Promise.allSettled(Array.from({ length: 400 }, (_, sender) => ask(`stranger ${sender}`, false)));
    });
    afterEach(() => flood);

    it('is available for known senders, and for checks by the controller itself', async () => {
      expect(await outcomes([ask('home', true), ask('away', false), ask('office', true)])).toEqual([true, 429, true]);
      expect(await hasher.hash('correct horse')).toMatch(/^\$argon2id/);
    });

    it('is available to eight known senders at once, and for four requests of one sender', async () => {
      const home = await outcomes(Array.from({ length: 6 }, () => ask('home', true)));
      expect(home).toEqual([true, true, true, true, 429, 429]);
      flood = Promise.allSettled(Array.from({ length: 400 }, (_, sender) => ask(`stranger ${sender}`, false)));
      const many = await outcomes(Array.from({ length: 10 }, (_, sender) => ask(`home ${sender}`, true)));
      expect(many.filter((outcome) => outcome === true)).toHaveLength(8);
    });
  });

  it('is computed for senders alternately, so that one with many requests delays nobody', async () => {
    const order: string[] = [];
    const ask = (sender: string) =>
      hasher.verify(undefined, 'x', { sender, isKnown: false }).then(() => order.push(sender));
    await Promise.all([...Array.from({ length: 10 }, () => ask('busy')), ask('other')]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('says whether there is a place for a requester, as a check would find it', async () => {
    const known = { sender: 'home', isKnown: true };
    const unknown = { sender: 'away', isKnown: false };
    const places = () => [hasher.hasPlaceFor(known), hasher.hasPlaceFor(unknown)];
    expect(places()).toEqual([true, true]);
    const flood = Array.from({ length: 17 }, () => hasher.verify(undefined, 'x', unknown));
    expect(places()).toEqual([true, false]);
    flood.push(...Array.from({ length: 4 }, () => hasher.verify(undefined, 'x', known)));
    expect(places()).toEqual([false, false]);
    await Promise.all(flood);
    expect(places()).toEqual([true, true]);
  });
});

describe('the thread of low priority', () => {
  it('accepts right passwords and refuses wrong ones while many wait, and ends when nobody waits', async () => {
    const thread = new HashThread();
    const used = jest.spyOn(thread, 'verify');
    const hasher = new PasswordHasher(thread);
    const phc = await hasher.hash('correct horse');
    expect(await hasher.verify(phc, 'correct horse')).toBe(true);
    expect(used).not.toHaveBeenCalled();
    const asked = Array.from({ length: 8 }, (_, place) => hasher.verify(phc, place % 2 ? 'wrong' : 'correct horse'));
    expect(await Promise.all(asked)).toEqual([true, false, true, false, true, false, true, false]);
    expect(used).toHaveBeenCalledTimes(8);
    expect(thread.isRunning).toBe(false);
  });

  it('is replaced by the thread pool where it cannot be started', async () => {
    const hasher = new PasswordHasher(new HashThread('/nowhere/argon2'));
    const phc = await hasher.hash('correct horse');
    const asked = Array.from({ length: 8 }, (_, place) => hasher.verify(phc, place % 2 ? 'wrong' : 'correct horse'));
    expect(await Promise.all(asked)).toEqual([true, false, true, false, true, false, true, false]);
  });

  it('refuses a hash that cannot be read, and goes on', async () => {
    const thread = new HashThread();
    const phc = await hash('correct horse', { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await expect(thread.verify('no hash', 'correct horse')).rejects.toThrow();
    expect(await thread.verify(phc, 'correct horse')).toBe(true);
    thread.end();
  });

  (process.platform === 'linux' ? it : it.skip)('is the only one of the process that yields to others', async () => {
    const thread = new HashThread();
    const phc = await hash('correct horse', { memoryCost: 4096, timeCost: 1, parallelism: 1 });
    await thread.verify(phc, 'correct horse');
    const nice = readdirSync('/proc/self/task').map((task) => {
      const [, fields = ''] = readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ');
      return Number(fields.split(' ')[16]);
    });
    thread.end();
    const own = getPriority();
    expect([...new Set(nice.filter((value) => value !== own))]).toEqual([Math.min(19, own + LESS_URGENT)]);
  });
});
