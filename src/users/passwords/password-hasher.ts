import { randomBytes } from 'node:crypto';
import { Injectable, Logger, Optional } from '@nestjs/common';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import { ApiError } from '../../common/errors.js';
import { FairQueue } from '../../common/fair-queue.js';
import { HashThread } from './hash-thread.js';

/** Cost of Argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PARAMETERS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;
/** Cost of a key, which protects a file against offline attacks: three passes over 64 MiB. */
export const KEY_COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Places in the queue for everybody. */
const QUEUE_PLACES = 16;
/** Places for known senders once those for everybody are taken, and the most of them that one sender may hold. */
const RESERVED = { places: 8, perSender: 4 } as const;
const RETRY_AFTER = 2;
/** Checks that run or wait from which on they run in a thread of low priority. */
const CROWD = 4;

/** The sender of a password. */
export interface HashRequester {
  readonly sender: string;
  /** True if there was a right password from this sender lately. */
  readonly isKnown: boolean;
}

/** The requester of the controller's own work for signed-in users. */
export const CONTROLLER: HashRequester = { sender: 'controller', isKnown: true };
const UNKNOWN_SENDER: HashRequester = { sender: 'stranger', isKnown: false };

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A hash without a password. It is compared for unknown users, so that the time does not reveal who exists. */
const DUMMY_HASH = `${PARAMETERS}${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(HASH_BYTES))}`;

/**
 * Makes and compares password hashes. One at a time: two on two cores sign in no more users than one, and delay
 * switching meanwhile; while many wait, in a thread of low priority. Senders are served alternately; with 16 waiting the next unknown sender is refused with 429,
 * while known senders have places of their own, so that a flood of sign-ins keeps no regular user out.
 */
@Injectable()
export class PasswordHasher {
  readonly #logger = new Logger('PasswordHasher');
  readonly #queue = new FairQueue();
  /** Number of hashes that run or wait on a place for everybody. */
  #common = 0;
  /** Senders of the hashes that run or wait on a reserved place, one entry for each hash. */
  readonly #reserved: string[] = [];
  #isThreadUsable = true;

  constructor(@Optional() private readonly thread: HashThread = new HashThread()) {}

  /** Hashes a password into a PHC string with its own salt. */
  hash(password: string): Promise<string> {
    return this.#queued(CONTROLLER, () => hash(password, COST));
  }

  /** Compares a password with a hash; without a hash it returns false after the same time. */
  verify(phc: string | undefined, password: string, requester: HashRequester = UNKNOWN_SENDER): Promise<boolean> {
    return this.#queued(requester, () => this.#compare(phc ?? DUMMY_HASH, password));
  }

  /** False while a check for this requester would be refused with 429. */
  hasPlaceFor({ sender, isKnown }: HashRequester): boolean {
    return this.#hasCommonPlace || (isKnown && this.#hasReservedPlace(sender));
  }

  /** The answer to a check for which there is no place. */
  static refusal(): ApiError {
    return ApiError.tooMany(RETRY_AFTER);
  }

  /** Derives a key of 32 bytes from a passphrase. */
  deriveKey(passphrase: string, salt: Uint8Array): Promise<Buffer> {
    return this.#queued(CONTROLLER, () => hashRaw(passphrase, { ...KEY_COST, salt, outputLen: HASH_BYTES }));
  }

  /** True when the hash was made with other costs than the present ones. */
  isOutdated(phc: string): boolean {
    return !phc.startsWith(PARAMETERS);
  }

  async #queued<T>(requester: HashRequester, work: () => Promise<T>): Promise<T> {
    const release = this.#reserve(requester);
    try {
      return await this.#queue.run(requester.sender, 'user', work);
    } finally {
      release();
      if (this.#count === 0) this.thread.end();
    }
  }

  /** Takes a place and returns the function that releases it. */
  #reserve({ sender, isKnown }: HashRequester): () => void {
    if (this.#hasCommonPlace) {
      this.#common++;
      return () => this.#common--;
    }
    if (!isKnown || !this.#hasReservedPlace(sender)) throw PasswordHasher.refusal();
    this.#reserved.push(sender);
    return () => this.#reserved.splice(this.#reserved.indexOf(sender), 1);
  }

  get #hasCommonPlace(): boolean {
    return this.#common <= QUEUE_PLACES; // one more than those that wait: the one that runs
  }

  #hasReservedPlace(sender: string): boolean {
    if (this.#reserved.length >= RESERVED.places) return false;
    return this.#reserved.filter((holder) => holder === sender).length < RESERVED.perSender;
  }

  /** Compares in the thread of low priority once many wait and until nobody does, else at once in the thread pool. */
  async #compare(phc: string, password: string): Promise<boolean> {
    const isCrowded = this.thread.isRunning || this.#count >= CROWD;
    if (!isCrowded || !this.#isThreadUsable) return verify(phc, password);
    try {
      return await this.thread.verify(phc, password);
    } catch (error) {
      this.#isThreadUsable = false;
      this.#logger.warn(`Passwords are checked without a thread of their own: ${String(error)}`);
      return verify(phc, password);
    }
  }

  /** The number of hashes that run or wait. */
  get #count(): number {
    return this.#common + this.#reserved.length;
  }
}
