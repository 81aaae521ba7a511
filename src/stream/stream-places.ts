/** What is asked of a reader here. */
export interface Placed {
  readonly caller: { readonly userId: string; readonly access: { readonly isAdministrator: boolean } };
}

const PLACES = 2048;
/** Each user gets so many, whatever the others do. */
const SHARE = 64;
/** Beyond their share users take places only while more than these are free. */
const SPARE = PLACES / 4;
/** Kept free for administrators. */
const RESERVE = 64;

/**
 * Who has a place on the stream. One user may have as many readers as come while there is plenty; when places get scarce,
 * nobody keeps more than the share that others need: a reader of a user within the share takes the place of the newest
 * reader of the user who has most beyond it. The last places are for administrators.
 */
export class StreamPlaces<Reader extends Placed> {
  /** By user, the newest last. */
  readonly #byUser = new Map<string, Set<Reader>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Takes a reader in, and says which other one must leave for it; or has no place for it. */
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

  /** Does nothing for one that has left already. */
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
