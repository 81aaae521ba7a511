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
  note(alarms: readonly Pick<Alarm, 'key' | 'since'>[], now: number): void {
    const keys = new Set(alarms.map(({ key }) => key));
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
    for (const { key, since } of alarms) {
      if (since !== undefined) this.#seen.set(key, { at: since, isLeast: false });
      else if (!this.#seen.has(key)) this.#seen.set(key, { at: now, isLeast: !this.#hasRead });
    }
    this.#hasRead = true;
  }

  ageOf(key: string, now: number): AlarmAge {
    const { at, isLeast } = this.#seen.get(key) ?? { at: now, isLeast: true };
    return { seconds: Math.max(0, now - at), isLeast };
  }

  clear(): void {
    this.#seen.clear();
    this.#hasRead = false;
  }
}
