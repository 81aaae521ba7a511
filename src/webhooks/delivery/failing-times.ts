import { EARLIEST_DATE, type Clock, type Millis } from '../../common/clock.js';
import type { Webhook } from '../webhook.store.js';

/** A date that differs by more is stored again: the wall clock was set. */
const SAME: Millis = 60_000;

/**
 * The time for which each webhook has been failing. Within a run the uptime counts it, so that a wall clock that is set,
 * forward or back, neither gives a webhook up nor keeps one; the time of earlier runs is known by the stored date only.
 */
export class FailingTimes {
  /** Clock.uptime() of the first failure since a success, by the id of the webhook; negative if before this run. */
  readonly #beganAt = new Map<number, Millis>();

  constructor(private readonly clock: Pick<Clock, 'now' | 'uptime'>) {}

  /** Takes a failure; answers the time since the first one, and the date of it to store. */
  onFailure({ id, failingSince }: Pick<Webhook, 'id' | 'failingSince'>): { lasted: Millis; since: Millis } {
    const [now, uptime] = [this.clock.now(), this.clock.uptime()];
    if (failingSince === null) this.#beganAt.delete(id); // it was successful, or switched on again
    const beganAt = this.#beganAt.get(id) ?? uptime - ageOf(failingSince ?? now, now);
    this.#beganAt.set(id, beganAt);
    const lasted = uptime - beganAt;
    const since = Math.round(now - lasted);
    const isSame = failingSince !== null && Math.abs(since - failingSince) <= SAME;
    return { lasted, since: isSame ? failingSince : since };
  }

  forget(id: number): void {
    this.#beganAt.delete(id);
  }
}

/** None where the clock is behind the date, or was never set when it was stored. */
const ageOf = (since: Millis, now: Millis): Millis =>
  since < EARLIEST_DATE && now >= EARLIEST_DATE ? 0 : Math.max(0, now - since);
