import type { Millis } from '../common/clock.js';

/** A client that a protocol server has served lately. */
export interface RecentClient {
  readonly address: string;
  /** A user, a role, or the name that the protocol has for the client. */
  readonly name: string;
  /** Wall clock of its last request. */
  lastSeen: Millis;
  /** Number of its requests since it is in the list. */
  requests: number;
}

const MAX_CLIENTS = 10;

/** The clients that were seen last, each pair of address and name once. */
export class RecentClients {
  readonly #clients = new Map<string, RecentClient>();

  /** Counts a request of a client. */
  note(address: string, name: string, now: Millis): void {
    const key = `${address} ${name}`;
    const known = this.#clients.get(key);
    if (known) {
      known.lastSeen = now;
      known.requests++;
      return;
    }
    this.#clients.set(key, { address, name, lastSeen: now, requests: 1 });
    if (this.#clients.size <= MAX_CLIENTS) return;
    const oldest = [...this.#clients].reduce((old, each) => (each[1].lastSeen < old[1].lastSeen ? each : old));
    this.#clients.delete(oldest[0]);
  }

  /** At most ten, the newest first. */
  get all(): readonly Readonly<RecentClient>[] {
    return [...this.#clients.values()].reverse().sort((a, b) => b.lastSeen - a.lastSeen);
  }
}
