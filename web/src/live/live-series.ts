import type { LiveStore } from './live-store.js';

/** The seconds that the charts of the overview show. */
export const SERIES_SECONDS = 900;

export interface Series {
  /** Seconds since 1970. */
  readonly times: number[];
  /** W; null where nothing was measured. */
  readonly values: (number | null)[];
}

/** The power of each inlet and bank in the last minutes, collected while any page is open. */
export class LiveSeries {
  readonly #series = new Map<string, Series>();

  constructor(private readonly store: LiveStore) {
    store.subscribe('all', () => this.#collect());
  }

  /** @param key `inlets/<id>` or `banks/<id>` */
  of(key: string): Series {
    const existing = this.#series.get(key);
    if (existing) return existing;
    const made: Series = { times: [], values: [] };
    this.#series.set(key, made);
    return made;
  }

  /** Replaces all up to the end of this history of the controller, which knows what came while no page was open or connected. */
  seed(key: string, times: readonly number[], values: readonly number[]): void {
    const series = this.of(key);
    const end = times.at(-1) ?? -Infinity;
    const known = series.times.filter((time) => time <= end).length;
    series.times.splice(0, known, ...times);
    series.values.splice(0, known, ...values);
  }

  clear(): void {
    this.#series.clear();
  }

  #collect(): void {
    const { device } = this.store;
    if (!device) return;
    const at = Math.floor(Date.parse(device.time) / 1000);
    const isOld = device.readingAge !== undefined;
    for (const inlet of this.store.all('inlets'))
      this.#add(`inlets/${inlet.id}`, at, isOld ? undefined : inlet.inletActivePower);
    for (const bank of this.store.all('banks')) this.#add(`banks/${bank.id}`, at, isOld ? undefined : bank.activePower);
  }

  #add(key: string, at: number, value: number | undefined): void {
    const { times, values } = this.of(key);
    // The clock of the device may have been set back.
    while ((times.at(-1) ?? 0) > at) {
      times.pop();
      values.pop();
    }
    if (times.at(-1) === at) return;
    times.push(at);
    values.push(value ?? null);
    while ((times[0] ?? at) < at - SERIES_SECONDS) {
      times.shift();
      values.shift();
    }
  }
}
