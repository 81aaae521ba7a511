import { type Clock, type Millis } from '../../common/clock.js';
import type { LockedBy, UserEntity } from '../user.entity.js';

/** Duration of a lock, ms. */
export const LOCK_TIME: Millis = 15 * 60_000;

interface Lock {
  readonly by: LockedBy;
  /** End of the lock in the row, wall clock. */
  readonly wall: Millis;
  /** End of the lock as an uptime. */
  readonly until: Millis;
}

/**
 * The running locks. The row has the end as wall clock time, for a restart; while the controller runs the uptime
 * counts, so that setting the clock neither shortens nor extends a lock.
 */
export class AccountLocks {
  readonly #locks = new Map<number, Lock>();

  constructor(private readonly clock: Clock) {}

  /** Loads the lock from the row of an account. */
  load({ id, lockedUntil, lockedBy }: Pick<UserEntity, 'id' | 'lockedUntil' | 'lockedBy'>): void {
    if (lockedUntil === null || lockedBy === null) {
      this.#locks.delete(id);
      return;
    }
    const known = this.#locks.get(id);
    if (known?.wall === lockedUntil && known.by === lockedBy) return;
    // A board without a battery starts in 1970: locks would then seem to last for decades.
    const left = Math.min(Math.max(lockedUntil - this.clock.now(), 0), LOCK_TIME);
    this.#locks.set(id, { by: lockedBy, wall: lockedUntil, until: this.clock.uptime() + left });
  }

  forget(id: number): void {
    this.#locks.delete(id);
  }

  /** The cause of the account's present lock; undefined when it is not locked. */
  lockedBy(id: number): LockedBy | undefined {
    const lock = this.#locks.get(id);
    return lock && this.clock.uptime() < lock.until ? lock.by : undefined;
  }
}
