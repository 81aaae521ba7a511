import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { ApiError } from '../kernel/errors.js';

/** Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PARAMETERS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** A key guards a file that others may try at leisure: three passes over 64 MiB. */
export const KEY_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Two on two cores sign in no more people than one, and take the time of who switches meanwhile. */
const AT_ONCE = 1;
const WAITING = 16;
const RETRY_AFTER = 2;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** No password has this hash. It is compared with where there is nobody, so that the time taken does not tell. */
const NOBODY = `${PARAMETERS}${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

/** Makes and compares password hashes, one at a time; with 16 more waiting the next is refused with 429. */
@Injectable()
export class PasswordHasher {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** A PHC string with a salt of its own. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => hash(password, COST));
  }

  /** Without a hash to compare with it answers false after the same time. */
  verify(phc: string | undefined, password: string): Promise<boolean> {
    return this.#inTurn(() => verify(phc ?? NOBODY, password));
  }

  /** A key of 32 bytes from a passphrase. */
  deriveKey(passphrase: string, salt: Uint8Array): Promise<Buffer> {
    return this.#inTurn(() => hashRaw(passphrase, { ...KEY_COST, salt, outputLen: HASH_BYTES }));
  }

  /** True when the hash was made with other costs than those of today. */
  isOutdated(phc: string): boolean {
    return !phc.startsWith(PARAMETERS);
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= AT_ONCE) await this.#turn();
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  /** Resolves when a running one hands over its place. */
  #turn(): Promise<void> {
    if (this.#waiting.length >= WAITING) throw ApiError.tooMany(RETRY_AFTER);
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
