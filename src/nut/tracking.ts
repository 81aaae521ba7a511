import { randomUUID } from 'node:crypto';
import type { Millis } from '../common/clock.js';

/** The state of a tracked command, as `GET TRACKING <id>` answers it. */
export type TrackingState = 'PENDING' | 'SUCCESS' | 'ERR FAILED' | 'ERR INVALID-ARGUMENT';

const LIFETIME: Millis = 600_000;
const MAX_IDS = 1000;

/** The commands whose clients have asked for an id, for ten minutes each, the newest thousand. */
export class Tracking {
  readonly #entries = new Map<string, { state: TrackingState; readonly until: Millis }>();

  get size(): number {
    return this.#entries.size;
  }

  /** The id of a new command. */
  begin(uptime: Millis, state: TrackingState): string {
    const id = randomUUID().toUpperCase();
    this.#entries.set(id, { state, until: uptime + LIFETIME });
    for (const [oldest, { until }] of this.#entries) {
      if (this.#entries.size <= MAX_IDS && until > uptime) break;
      this.#entries.delete(oldest);
    }
    return id;
  }

  end(id: string, state: TrackingState): void {
    const entry = this.#entries.get(id);
    if (entry) entry.state = state;
  }

  /** Undefined for an id that is unknown or too old. */
  stateOf(id: string, uptime: Millis): TrackingState | undefined {
    const entry = this.#entries.get(id);
    return entry && entry.until > uptime ? entry.state : undefined;
  }
}
