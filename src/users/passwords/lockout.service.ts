import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import { ApiError } from '../../common/errors.js';
import { TokenBucket } from '../../common/token-bucket.js';
import { LOCK_TIME } from '../accounts/account-locks.js';
import { isKnownSender, isDueForUpdate, withSender } from './sender-network.js';
import {
  FailureLimiter,
  NAME_LIMIT,
  PRIMARY_ADMIN_LIMIT,
  PRIMARY_ADMIN_ATTEMPTS,
  SENDER_LIMIT,
} from './failure-limiter.js';
import { networkOf } from './sender-network.js';
import { PasswordHasher } from './password-hasher.js';
import { nameKey } from '../accounts/user-index.js';
import { PRIMARY_ADMIN_ID, type UserEntity } from '../user.entity.js';
import { UsersService } from '../users.service.js';

/** Longer names are no user names, and are cut for counting. */
const MAX_NAME = 200;

/**
 * The one place where a password is checked: sign-in, HTTP Basic and `currentPassword` share its counters. Five
 * failures lock an account; the primary admin is never locked. Failures for the primary admin throttle their sender
 * and, after twenty, all senders without a recent sign-in: known senders stay open, however many attempts there are.
 */
@Injectable()
export class LockoutService {
  readonly #logger = new Logger('LockoutService');
  readonly #names = new FailureLimiter(NAME_LIMIT);
  readonly #primaryAdmin = new FailureLimiter(PRIMARY_ADMIN_LIMIT);
  readonly #senders = new FailureLimiter(SENDER_LIMIT);
  /** Attempts at the primary admin's password from unknown senders. */
  #unknownSenderAttempts = new TokenBucket(PRIMARY_ADMIN_ATTEMPTS);

  constructor(
    private readonly users: UsersService,
    private readonly hasher: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /**
   * Checks a password. False, after the same time, for a wrong one, no user, and a disabled or locked account.
   * @param user the user with this name, if there is one
   * @param address of the sender
   * @throws ApiError 429 after too many failures from there, or while too many passwords wait to be checked
   */
  async verify(user: UserEntity | undefined, name: string, password: string, address: string): Promise<boolean> {
    const sender = networkOf(address);
    const nameTried = nameKey(name.slice(0, MAX_NAME));
    this.#refuseThrottled(user, sender);
    const isKnown = user !== undefined && isKnownSender(user.knownSenders, sender, this.clock.now());
    const isSlowedDown = user?.id === PRIMARY_ADMIN_ID && !isKnown;
    if (isSlowedDown) this.#takeAttempt();
    let failed = false;
    try {
      const open = user !== undefined && this.#mayAttempt(user, nameTried);
      const right = await this.hasher.verify(open ? user.passwordHash : undefined, password, { sender, isKnown });
      // During the hashing others may have used up the attempts, or the account may have changed.
      this.#refuseThrottled(user, sender);
      failed = !(open && right && this.#mayAttempt(user, nameTried));
    } finally {
      // A right password is no failure, and neither is an attempt that was refused.
      if (isSlowedDown && !failed) this.#unknownSenderAttempts.giveBack();
    }
    if (failed) this.#failed(user, nameTried, sender);
    else if (user) await this.#succeeded(user, nameTried, sender, password);
    return !failed;
  }

  /**
   * True while {@link verify} would refuse every attempt from there, whatever the name and the password: too many wait
   * to be checked, and no account knows this sender, or it has its places already.
   */
  refusesAllFrom(address: string): boolean {
    const sender = networkOf(address);
    if (this.hasher.hasPlaceFor({ sender, isKnown: false })) return false;
    if (!this.hasher.hasPlaceFor({ sender, isKnown: true })) return true;
    const now = this.clock.now();
    return !this.users.list().some(({ knownSenders }) => isKnownSender(knownSenders, sender, now));
  }

  /** Resets all counters, as after a start. */
  forgetFailures(): void {
    for (const failures of [this.#names, this.#primaryAdmin, this.#senders]) failures.forgetAll();
    this.#unknownSenderAttempts = new TokenBucket(PRIMARY_ADMIN_ATTEMPTS);
  }

  /** Counts the attempt before the password is checked, so that parallel guesses gain nothing. */
  #takeAttempt(): void {
    const now = this.clock.uptime();
    if (!this.#unknownSenderAttempts.take(now))
      throw ApiError.tooMany(this.#unknownSenderAttempts.emptyFor(now) / 1000);
  }

  #refuseThrottled(user: UserEntity | undefined, sender: string): void {
    const now = this.clock.uptime();
    const ofAdmin = user?.id === PRIMARY_ADMIN_ID ? this.#primaryAdmin.blockedFor(sender, now) : 0;
    const blockedFor = Math.max(ofAdmin, this.#senders.blockedFor(sender, now));
    if (blockedFor > 0) throw ApiError.tooMany(blockedFor / 1000);
  }

  #mayAttempt(user: UserEntity, name: string): boolean {
    const asLookedUp = this.users.current(user)?.passwordHash === user.passwordHash;
    const closed = user.id !== PRIMARY_ADMIN_ID && this.#names.blockedFor(name, this.clock.uptime()) > 0;
    return asLookedUp && !closed && this.users.mayUsePassword(user);
  }

  async #succeeded(user: UserEntity, name: string, sender: string, password: string): Promise<void> {
    this.#names.forget(name);
    if (user.id === PRIMARY_ADMIN_ID) this.#primaryAdmin.forget(sender);
    await this.#rememberSender(user, sender);
    if (this.hasher.isOutdated(user.passwordHash)) await this.#renewHash(user, password);
  }

  async #rememberSender(user: UserEntity, sender: string): Promise<void> {
    const now = this.clock.now();
    if (!isDueForUpdate(user.knownSenders, sender, now)) return;
    try {
      await this.users.edit(user.id, ({ knownSenders }) =>
        isDueForUpdate(knownSenders, sender, now)
          ? { set: { knownSenders: withSender(knownSenders, sender, now) } }
          : { set: {} },
      );
    } catch (error) {
      this.#logger.warn(`The sender of a sign-in of ${user.username} was not stored: ${String(error)}`);
    }
  }

  #failed(user: UserEntity | undefined, name: string, sender: string): void {
    const now = this.clock.uptime();
    this.#senders.recordFailure(sender, now);
    if (user?.id === PRIMARY_ADMIN_ID) {
      this.#primaryAdmin.recordFailure(sender, now);
      return;
    }
    if (user && !this.users.mayUsePassword(user)) return;
    // Unknown names are counted like others, so that the response does not distinguish them.
    // The name is blocked from now on; not waiting for the row keeps the time of the response from revealing who
    // exists.
    if (this.#names.recordFailure(name, now) && user) void this.#lock(user, name, sender);
  }

  async #lock(user: UserEntity, name: string, sender: string): Promise<void> {
    try {
      await this.users.edit(user.id, (found) => {
        // A lock by an administrator ends every credential; this one would let sessions and the token work again.
        if (this.users.isLockedByAdministrator(found)) return { set: {} };
        return {
          set: { lockedUntil: this.clock.now() + LOCK_TIME, lockedBy: 'failures' },
          auditRecord: {
            kind: 'user.lock',
            object: `user:${found.id}`,
            cause: { kind: 'system', who: 'failed sign-ins', address: sender },
            after: { userIsLocked: true },
          },
          kinds: ['profile'],
        };
      });
      // From now on the account itself is locked, and an administrator can unlock it.
      this.#names.forget(name);
    } catch (error) {
      // The name stays blocked in memory: a failing storage must not allow more attempts.
      this.#logger.error(
        `The lock of ${user.username} could not be stored.`,
        error instanceof Error ? error.stack : error,
      );
    }
  }

  async #renewHash(user: UserEntity, password: string): Promise<void> {
    try {
      const passwordHash = await this.hasher.hash(password);
      await this.users.edit(user.id, (found) =>
        found.passwordHash === user.passwordHash ? { set: { passwordHash } } : { set: {} },
      );
    } catch (error) {
      this.#logger.warn(`The password hash of ${user.username} was not renewed: ${String(error)}`);
    }
  }
}
