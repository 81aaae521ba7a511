import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readBootState, writeBootState, type BootState } from './boot-state.js';
import { releaseIn, rootOf, type InstalledRelease } from './installed-release.js';
import type { Place } from './launch.js';
import { confirmed, nextStart, rolledBack, type StartFacts, type NextStart } from './next-start.js';

/** A release and the kind of its start. */
export interface ChosenRelease extends Pick<NextStart, 'place' | 'isTrial'> {
  readonly release: InstalledRelease;
}

/** The boot state of one data folder: decides which release starts, and records the outcome. */
export class BootJournal {
  readonly #facts: Omit<StartFacts, 'now'>;

  constructor(
    readonly base: InstalledRelease,
    readonly dataDir = resolve(process.env.RACKFEED_DATA_DIR || 'data'),
  ) {
    this.#facts = {
      baseVersion: base.version,
      bootId: bootId(),
      versionIn: (place) => this.#releaseIn(place)?.version,
    };
  }

  /** Chooses the release, and records the attempt before it is made. */
  choose(): ChosenRelease {
    const state = readBootState(this.dataDir);
    const next = nextStart(state, this.#now());
    const noted = next.state === undefined || this.#write(next.state);
    // An attempt that cannot be recorded must not be made: a version that never starts would be tried for ever.
    if (!noted && next.isTrial && state) return this.#releaseAt(state.previous, false);
    return this.#releaseAt(next.place, next.isTrial);
  }

  /** The release in a place, for a child process to which it was assigned. */
  releaseAt(place: Place, isTrial: boolean): ChosenRelease {
    return this.#releaseAt(place, isTrial);
  }

  /** Records that the version in this place has passed its trial. */
  confirm(place: Place): void {
    this.#change(place, (state) => confirmed(state, this.#now()));
  }

  /** Records that the version in this place has failed; the previous one starts next. */
  rollBack(place: Place, reason: string): void {
    this.#change(place, (state) => rolledBack(state, reason, this.#now()));
  }

  /** Does not count the last attempt, which ended on purpose or for a reason other than the version. */
  discountAttempt(place: Place): void {
    this.#change(place, (state) => ({ ...state, attempts: Math.max(0, state.attempts - 1) }));
  }

  #change(place: Place, change: (state: BootState) => BootState): void {
    const state = readBootState(this.dataDir);
    if (place !== 'base' && state?.active === place) this.#write(change(state));
  }

  #releaseAt(place: Place, isTrial: boolean): ChosenRelease {
    const release = this.#releaseIn(place);
    return release && place !== 'base'
      ? { place, isTrial, release }
      : { place: 'base', isTrial: false, release: this.base };
  }

  #releaseIn(place: Place): InstalledRelease | undefined {
    return place === 'base' ? this.base : releaseIn(rootOf(place, this.base.root, this.dataDir));
  }

  #now(): StartFacts {
    return { ...this.#facts, now: Date.now() };
  }

  /** Writes the state; false on an error, as a full disk must not prevent a start. */
  #write(state: BootState): boolean {
    try {
      writeBootState(this.dataDir, state);
      return true;
    } catch (error) {
      console.error(`The boot state cannot be written: ${(error as Error).message}`);
      return false;
    }
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}
