import type { Alarm } from '../components/alarms.js';

export interface AlarmAge {
  readonly seconds: number;
  /** It was there when this page was opened, so that it is older by an unknown time. */
  readonly isLeast: boolean;
}

/** The moments at which alarms were first seen, s of the device's clock. */
export class AlarmAges {
  readonly #seen = new Map<string, { readonly at: number; readonly isLeast: boolean }>();
  #hasRead = false;

  /** Notes the alarms of now; one that is gone begins at zero when it comes back. */
  note(alarms: readonly Pick<Alarm, 'id' | 'since'>[], now: number): void {
    const ids = new Set(alarms.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
    for (const { id, since } of alarms) {
      if (since !== undefined) this.#seen.set(id, { at: since, isLeast: false });
      else if (!this.#seen.has(id)) this.#seen.set(id, { at: now, isLeast: !this.#hasRead });
    }
    this.#hasRead = true;
  }

  ageOf(id: string, now: number): AlarmAge {
    const { at, isLeast } = this.#seen.get(id) ?? { at: now, isLeast: true };
    return { seconds: Math.max(0, now - at), isLeast };
  }

  clear(): void {
    this.#seen.clear();
    this.#hasRead = false;
  }
}
