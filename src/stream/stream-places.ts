/** The part of a reader that matters for places. */
export interface Placed {
  readonly caller: { readonly userId: string; readonly access: { readonly isAdministrator: boolean } };
}

const PLACES = 2048;
/** Places that each user gets in any case. */
const SHARE = 64;
/** Users get places beyond their share only while more than these are free. */
const SPARE = PLACES / 4;
/** Places reserved for administrators. */
const RESERVE = 64;

/**
 * The places of the stream. A user may have any number of readers while enough places are free. When they get scarce, a
 * reader of a user within the share displaces the newest reader of the user who is furthest beyond it. The last places
 * are for administrators.
 */
export class StreamPlaces<Reader extends Placed> {
  /** Readers by user, the newest last. */
  readonly #byUser = new Map<string, Set<Reader>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Gives a reader a place, and returns the reader that it displaces, if any; `full` without a place. */
  enter(reader: Reader): 'full' | { readonly displaced: Reader | undefined } {
    const { userId, access } = reader.caller;
    const own = this.#byUser.get(userId)?.size ?? 0;
    if (own >= SHARE && PLACES - this.#size <= SPARE) return 'full';
    let displaced: Reader | undefined;
    if (this.#size >= PLACES - (access.isAdministrator ? 0 : RESERVE)) {
      displaced = this.#beyondShare();
      if (!displaced) return 'full';
      this.leave(displaced);
    }
    this.#put(reader);
    return { displaced };
  }

  /** Removes a reader; does nothing for one that has left already. */
  leave(reader: Reader): void {
    const readers = this.#byUser.get(reader.caller.userId);
    if (!readers?.delete(reader)) return;
    this.#size--;
    if (readers.size === 0) this.#byUser.delete(reader.caller.userId);
  }

  #put(reader: Reader): void {
    const { userId } = reader.caller;
    this.#byUser.set(userId, (this.#byUser.get(userId) ?? new Set()).add(reader));
    this.#size++;
  }

  /** The newest reader of the user with the most readers, if these are more than the share. */
  #beyondShare(): Reader | undefined {
    let most: ReadonlySet<Reader> | undefined;
    for (const readers of this.#byUser.values()) if (readers.size > (most?.size ?? SHARE)) most = readers;
    return most && [...most].at(-1);
  }
}
