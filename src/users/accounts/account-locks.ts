import { type Clock, type Millis } from '../../common/clock.js';
import type { LockedBy, UserEntity } from '../user.entity.js';

/** How long a lock lasts, ms. */
export const LOCK_TIME: Millis = 15 * 60_000;

interface Lock {
  readonly by: LockedBy;
  /** As the row says it, wall clock. */
  readonly wall: Millis;
  /** As it is timed, uptime. */
  readonly until: Millis;
}

/**
 * The running locks. The row holds the end as wall time, for a restart; while the controller runs the uptime counts, so
 * that a clock set forward frees nobody and one set back holds nobody longer.
 */
export class AccountLocks {
  readonly #locks = new Map<number, Lock>();

  constructor(private readonly clock: Clock) {}

  /** Takes over what the row of an account says. */
  load({ id, lockedUntil, lockedBy }: Pick<UserEntity, 'id' | 'lockedUntil' | 'lockedBy'>): void {
    if (lockedUntil === null || lockedBy === null) {
      this.#locks.delete(id);
      return;
    }
    const known = this.#locks.get(id);
    if (known?.wall === lockedUntil && known.by === lockedBy) return;
    // A board without a battery wakes in 1970: no lock then seems to end for decades.
    const left = Math.min(Math.max(lockedUntil - this.clock.now(), 0), LOCK_TIME);
    this.#locks.set(id, { by: lockedBy, wall: lockedUntil, until: this.clock.uptime() + left });
  }

  forget(id: number): void {
    this.#locks.delete(id);
  }

  /** Who holds the account locked now; undefined when it is not locked. */
  lockedBy(id: number): LockedBy | undefined {
    const lock = this.#locks.get(id);
    return lock && this.clock.uptime() < lock.until ? lock.by : undefined;
  }
}
