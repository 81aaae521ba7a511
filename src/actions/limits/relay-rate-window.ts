import type { Millis } from '../../common/clock.js';

/** So many automatic transitions of one relay in a minute are a loop, whoever goes round in it. */
export const MAX_TRANSITIONS = 6;
const ONE_MINUTE: Millis = 60_000;
export const PAUSE: Millis = 10 * ONE_MINUTE;

/** Counts how often automations have moved one relay, and pauses them if that is too often. Times by Clock.uptime(). */
export class RelayRateWindow {
  #transitions: readonly { readonly at: Millis }[] = [];
  #pausedUntil: Millis = -Infinity;

  /** The end of the pause; undefined while there is none. */
  pausedUntil(now: Millis): Millis | undefined {
    return now < this.#pausedUntil ? this.#pausedUntil : undefined;
  }

  /** True when so many more transitions are no loop. */
  allows(transitions: number, now: Millis): boolean {
    return this.#recent(now).length + transitions <= MAX_TRANSITIONS;
  }

  /** Counts transitions; the function that comes back takes them back. */
  record(transitions: number, now: Millis): () => void {
    const added = Array.from({ length: transitions }, () => ({ at: now }));
    this.#transitions = [...this.#recent(now), ...added];
    return () => {
      this.#transitions = this.#transitions.filter((each) => !added.includes(each));
    };
  }

  /** Begins a pause and resets the count, so that it starts from zero afterwards. */
  pause(now: Millis): Millis {
    this.#transitions = [];
    return (this.#pausedUntil = now + PAUSE);
  }

  #recent(now: Millis): readonly { readonly at: Millis }[] {
    return this.#transitions.filter(({ at }) => now - at < ONE_MINUTE);
  }
}
